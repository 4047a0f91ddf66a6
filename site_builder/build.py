"""From an author's files to the files of a site: read, check, render, then write aside and swap in whole."""

import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from . import assets, claims, content, editions, fonts, gallery, modules, offline, sharing, sources, swap
from .errors import Report
from .frames import STATIC
from .meanwhile import meanwhile
from .pages import Reading, introduce, read_pages, render_page
from .project import Project
from .recorded import Recorder
from .runtime import Runtime
from .site import Site, read_site

MakeRuntime = Callable[[Path, Mapping[str, bytes], bool], Runtime]
"""(the engine's folder, files that go beside it by path, whether for a draft) -> what makes Python run in the page"""
Predicates = dict[str, claims.Predicate]
BUNDLES = {"boot.js": "", "shell.js": "boot.js", "worker.js": ""}
"""what starts Python, what else runs in the page, and what beside it: each with all it imports inside, but for what the
bundle holds that it comes after"""
ALONE = ("theme", "opened", "fallback")
"""scripts that import nothing, and run where modules cannot"""


def check(root: Path) -> None:
    """Everything a build checks, and that all claims are true, without writing. Problems lists all that is wrong."""
    project, *_, predicates = _read(read_site(root))
    claims.check_truth(project, predicates)
    project.report.close()


def build(root: Path, make_runtime: MakeRuntime, is_draft: bool = False) -> dict[str, bytes]:
    """The files of the site by path, the same bytes for the same input. Problems lists all that is wrong.

    A draft is for its author's eyes: nothing to download, nothing for hosts, no recorded answers, and not kept for
    reading offline.
    """
    site = read_site(root)
    beside = {file: (root / file).read_bytes() for file in site.beside}
    runtime = meanwhile(partial(make_runtime, root / "engine", beside, is_draft))
    project, readings, examples, _ = _read(site, is_draft)
    project.report.close()
    files, later = _render(project, readings, examples, runtime, is_draft)
    return editions.versioned(files) if is_draft else editions.finish(files, later, project.site)


def _read(site: Site, is_draft: bool = False) -> tuple[Project, list[Reading], list[gallery.Examples], Predicates]:
    if str(site.root) not in sys.path:
        sys.path.insert(0, str(site.root))  # figures, model and content are imported from the project's folder
    report = Report()
    pages = content.read_pages(site.root, report)
    project = Project(site, report)
    predicates = claims.predicates(project)
    readings = read_pages(pages, project)
    claims.check_names(project, predicates)
    examples = gallery.draw_examples(project)
    if not is_draft:
        recorder = Recorder(project)
        for reading in readings:
            recorder.record(reading.context)
    project.drawn.keep()
    return project, readings, examples, predicates


def _render(project: Project, readings: list[Reading], examples: list[gallery.Examples],
            made_runtime: Callable[[], Runtime], is_draft: bool) -> tuple[dict[str, bytes], set[str]]:
    """The files of the site with marks of editions in their pages, and the paths that hardly anybody needs."""
    site, published, runtime = project.site, project.assets, made_runtime()
    shared = _publish_static(published, project)
    hashed = "\n".join(sorted([*published.files, *runtime.files]))
    shared["build"] = assets.digest(hashed.encode())
    settings = {"runtime": runtime.config, "data": project.data, "figures": site.figures, "model": site.model,
                "build": shared["build"]}
    shared["settings"] = json.dumps(settings, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")
    shared |= {"is_draft": is_draft, "version": editions.VERSION, "offline_size": editions.OFFLINE_SIZE,
               "single_size": editions.SINGLE_SIZE}
    shared["notice"] = sources.published(site.notice) if site.notice else ""
    project.sources.update(filter(None, [site.notice]))
    introduced = [introduce(reading, project, _sheets(project)) for reading in readings]
    feed = {"feed.xml": sharing.feed(site, introduced)} if len(readings) > 1 and site.base_url and site.date else {}
    shared["feed"] = next(iter(feed), "")
    pages = feed | {reading.context.page.file: render_page(reading, page, shared)
                    for reading, page in zip(readings, introduced, strict=True)}
    pages[gallery.FILE] = gallery.render_gallery(examples, project, introduced[0], shared)
    for file in sorted(project.sources):
        pages[sources.published(file)] = sources.render_source(file, project, introduced[0], shared)
    project.drawn.keep()
    html = {path: text.encode() for path, text in pages.items()}
    later = {f"{file['path']}.gz" for file in runtime.config["later"].values()}
    return {**published.files, **runtime.files, **html}, later


def _publish_static(published: assets.Assets, project: Project) -> dict[str, Any]:
    """Publishes scripts, fonts and styles; their addresses, for the templates."""
    made = fonts.build()
    files = {name: published.add(name, data) for name, data in made.items()}
    beside = {name: Path(path).name for name, path in files.items() if name.endswith(".woff2")}
    style = "\n".join([fonts.faces(beside), *_sheets(project)])
    texts = {file.name: file.read_text() for file in STATIC.glob("*.js")}
    bundled = {name: modules.bundle(name, texts, after).encode() for name, after in BUNDLES.items()}
    scripts = published.add_folder("scripts", {f"{name}.js": texts[f"{name}.js"].encode() for name in ALONE} | bundled)
    return {
        "stylesheet": published.add("site.css", style.encode()),
        **{name: f"{scripts}/{name}.js" for name in ("boot", "shell", *ALONE)},
        "integrity": {name: assets.integrity(bundled[f"{name}.js"]) for name in ("boot", "shell")},
        "manifest": offline.publish_manifest(project.site, published),
        "icon": published.add("icon.svg", offline.ICON.encode()),
        "icon_png": published.add("icon.png", offline.icon_png(offline.ICON, 48)),
        "licences": [path for name, path in files.items() if name.startswith("licence-")],
    }


def _sheets(project: Project) -> list[str]:
    """The site's style sheets, then those of its figures."""
    files = [*sorted(STATIC.glob("*.css")), *sorted(project.figures_folder.glob("*.css"))]
    return [file.read_text() for file in files]


def write(files: Mapping[str, bytes], target: Path) -> None:
    """Writes a site beside its place and swaps it in whole; an interruption leaves the old one."""
    target.parent.mkdir(parents=True, exist_ok=True)
    swap.recover(target)
    aside = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        for path, data in files.items():
            file = aside / "new" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        swap.put(aside / "new", target, aside / "old")
    finally:
        shutil.rmtree(aside)
