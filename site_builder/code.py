"""Code blocks, coloured at build time."""

from functools import lru_cache

from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import find_lexer_class_by_name, get_lexer_by_name
from pygments.util import ClassNotFound

from engine.drawing.markup import escape

from .context import Context
from .errors import Place

_formatter = HtmlFormatter(nowrap=True)


def resolve(token: Token, place: Place, context: Context) -> None:
    """Makes the HTML of a code block's token."""
    language = token.info.strip()
    if language:
        try:
            find_lexer_class_by_name(language)
        except ClassNotFound:
            context.report.add(place, f"no language {language!r} for code")
            language = ""
    token.meta["html"] = block(token.content, language)


@lru_cache(maxsize=256)
def block(source: str, language: str) -> str:
    """A block of code; plain without a language."""
    html = highlight(source, get_lexer_by_name(language), _formatter) if language else escape(source)
    return f'<pre class="highlight" tabindex="0"><code>{html}</code></pre>\n'
