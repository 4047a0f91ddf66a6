"""What other machines read of a page: cards for shared links, schema.org, what scholars' indexes take, and a feed."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.drawing.markup import tag

from .site import Site
from .works import Reference

Tags = list[dict[str, str]]


@dataclass(frozen=True)
class Shared:
    """A page as it is shown where its address is shared."""

    address: str
    """of the page in the site: "" for the front page"""
    title: str
    description: str
    picture: str
    """published path of its card"""
    alternative: str
    """the picture in words"""


def absolute(site: Site, address: str) -> str:
    """A whole address where the site knows where it will stand, otherwise the address within the site."""
    return f"{site.base_url.rstrip('/')}/{address}" if site.base_url else address


def card(site: Site, page: Shared) -> Tags:
    """The meta elements that show a page where its address is shared, each by its attributes."""
    texts = {
        "og:type": "article",
        "og:site_name": site.title,
        "og:title": page.title,
        "og:description": page.description,
        "og:locale": site.language,
        "og:url": absolute(site, page.address) if site.base_url else "",
        "og:image": absolute(site, page.picture),
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": page.alternative,
    }
    return [{"property": name, "content": text} for name, text in texts.items() if text] + [
        {"name": "twitter:card", "content": "summary_large_image"}]


def scholar(site: Site, page: Shared, works: Iterable[Reference]) -> Tags:
    """The meta elements by which scholars' indexes know a page and the works it cites."""
    texts = [("citation_title", page.title), ("citation_author", site.author), ("citation_language", site.language),
             ("citation_publication_date", site.date.replace("-", "/")),
             ("citation_public_url", absolute(site, page.address) if site.base_url else ""),
             *(("citation_reference", _cited(work)) for work in works)]
    return [{"name": name, "content": text} for name, text in texts if text]


def _cited(work: Reference) -> str:
    authors = "".join(f"citation_author={name};" for name in work.author)
    return f"citation_title={work.title};{authors}citation_publication_date={work.year}"


def data(site: Site, page: Shared, works: Iterable[Reference]) -> str:
    """The page as schema.org describes one, as JSON that may stand in a script element."""
    described: Mapping[str, Any] = {
        "@context": "https://schema.org",
        "@type": ["ScholarlyArticle", "LearningResource"],
        "name": page.title,
        "headline": page.title,
        "description": page.description,
        "author": {"@type": "Organization", "name": site.author},
        "inLanguage": site.language,
        "isAccessibleForFree": True,
        "image": absolute(site, page.picture),
        **({"datePublished": site.date} if site.date else {}),
        **({"url": absolute(site, page.address)} if site.base_url else {}),
        "citation": [{"@type": "ScholarlyArticle", "name": work.title, "datePublished": str(work.year), "url": work.url,
                      "author": [{"@type": "Person", "name": name} for name in work.author]} for work in works],
    }
    return json.dumps(described, ensure_ascii=False).replace("<", "\\u003c")


def feed(site: Site, pages: Iterable[Shared]) -> str:
    """The pages of a site as an Atom feed."""
    entries = [tag("entry", tag("title", page.title), tag("id", absolute(site, page.address)),
                   tag("link", href=absolute(site, page.address)), tag("updated", f"{site.date}T00:00:00Z"),
                   tag("summary", page.description)) for page in pages]
    whole = tag("feed", tag("title", site.title), tag("id", absolute(site, "")),
                tag("link", rel="self", href=absolute(site, "feed.xml")), tag("updated", f"{site.date}T00:00:00Z"),
                tag("author", tag("name", site.author)), entries, xmlns="http://www.w3.org/2005/Atom")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{whole}\n'
