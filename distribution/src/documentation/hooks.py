"""Turns the pages of the repository into pages of the site.

The pages stay where they are and are written for the code host. This adds those outside of docs/,
rewrites links to them, gives the Chinese pages a navigation and a language of their own, and names
the other language's page in the switch of languages.
"""

import logging
import posixpath
import re
from pathlib import Path

import jieba
from mkdocs.structure.files import File
from mkdocs.structure.nav import Link, Navigation, Section

log = logging.getLogger("mkdocs.hooks.landbridge")
root = Path(__file__).resolve().parents[3]
jieba.setLogLevel(logging.WARNING)

# Pages of the site that are not in docs/, by their file in the repository.
OUTSIDE = {
    "README.md": "index.md",
    "README_zh.md": "zh/index.md",
    "distribution/src/INSTALL.md": "install.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "compat-tests/README.md": "tests.md",
    "LICENSE": "LICENSE.txt",
    "NOTICE": "NOTICE.txt",
}
# The links of this page are those of the archive.
LINKED_FROM = {"distribution/src/INSTALL.md": "INSTALL.md"}
# What follows is for those who work on the code, and a list that the navigation replaces.
ENDS_BEFORE = {"README.md": "## Where things are"}

INSTALL = "INSTALL"
POM = (root / "pom.xml").read_text(encoding="utf-8")
VERSION = re.search(r"<version>(.*?)(?:-SNAPSHOT)?</version>", POM).group(1)
# The end of a line between Chinese characters, which would become a blank.
WIDE = "[\u3000-\u9fff\uff00-\uff60]"
BREAK = re.compile(
    rf"(?<={WIDE})\n *(?={WIDE}|\[{WIDE}|\*\*)|(?<=[，。；：、（）])\n *(?!\d+\. )(?=[\[`\w])"
)
# Found in a search after the pages for operators: a word in a title counts a thousand times.
LATER = re.compile(r"adr/|(?:messages|found-bugs|code-map|tests|contributing|changelog|changes/README)\.md")
LINK = re.compile(r"\]\(([^)#:\s]*)(#[^)\s]*)?\)")
ITEM = re.compile(r"(?:- |\d+\. )")
FENCE = re.compile(r"\s*```")


def repository_path(src_uri):
    for path, uri in OUTSIDE.items():
        if uri == src_uri:
            return path
    return "docs/" + src_uri


def site_uri(path):
    """The source of a page of the site for a file of the repository; None if the site has none."""
    if path in OUTSIDE:
        return OUTSIDE[path]
    return path.removeprefix("docs/") if path.startswith("docs/") else None


def on_config(config):
    for part in config.nav:
        for entry in part.get("How it works", []):
            if "Decisions" in entry:
                pages = sorted((root / "docs/adr").glob("[0-9]*.md"))
                entry["Decisions"] = ["adr/README.md", *(f"adr/{page.name}" for page in pages)]
    return config


def on_files(files, config):
    here = Path(__file__).parent
    for path, uri in OUTSIDE.items():
        files.append(File.generated(config, uri, abs_src_path=str(root / path)))
    for asset in sorted((here / "assets").iterdir()):
        files.append(File.generated(config, f"assets/{asset.name}", abs_src_path=str(asset)))
    return files


def on_page_markdown(markdown, page, config, files):
    path = repository_path(page.file.src_uri)
    if LATER.match(page.file.src_uri):
        page.meta["search"] = {"boost": 0.0005}
    if path in ENDS_BEFORE:
        markdown = markdown[: markdown.index(ENDS_BEFORE[path])]
    markdown = markdown.replace("${project.version}", VERSION)
    # The archive and the repository have it in different places, so pages do not link to it.
    markdown = re.sub(r"(?<=[ （(])`INSTALL\.md`", f"[`INSTALL.md`]({INSTALL})", markdown)
    if language_of(page) == "zh":
        markdown = markdown.replace("VERSION", VERSION) if path.endswith("install.md") else markdown
        markdown = BREAK.sub("", markdown)
    return with_links_of_the_site(with_lists_as_on_the_code_host(markdown), path, page)


def with_links_of_the_site(markdown, path, page):
    directory = posixpath.dirname(LINKED_FROM.get(path, path))

    def link(match):
        if not match.group(1):
            return match.group()
        if match.group(1) == INSTALL:
            return "](install.md)"
        target = posixpath.normpath(posixpath.join(directory, match.group(1)))
        uri = site_uri(target)
        if uri is None:
            log.warning("%s links to %s, which is not in the site", path, target)
            return match.group()
        # A folder is the page that lists what is in it.
        if (root / target).is_dir():
            uri = posixpath.join(uri, "README.md")
        relative = posixpath.relpath(uri, posixpath.dirname(page.file.src_uri) or ".")
        return f"]({relative}{match.group(2) or ''})"

    return LINK.sub(link, markdown)


def with_lists_as_on_the_code_host(markdown):
    """The code host indents what belongs to an item as far as its text; MkDocs wants four blanks."""
    lines, width, fenced = [], 0, False
    for line in markdown.split("\n"):
        item = ITEM.match(line)
        if FENCE.match(line):
            fenced = not fenced
            # One word after it is a language; the tests give some blocks a name as well.
            line = re.sub(r"```(\S+) .*", r"```\1", line)
        if not fenced and item:
            width = len(item.group())
        elif line and not line.startswith(" "):
            width = 0
        elif width and line.startswith(" " * width):
            line = "    " + line[width:]
        lines.append(line)
    return "\n".join(lines)


def on_nav(nav, config, files):
    chinese = nav.items.pop()
    assert isinstance(chinese, Section) and chinese.title == "zh", "the last entry is the Chinese part"
    for item in chinese.children:
        item.parent = None
    pages = {language: [] for language in ("en", "zh")}
    for page in nav.pages:
        pages[language_of(page)].append(page)
    english_only = config.extra["english_only"]
    links = [
        Link(title, files.get_file_from_path(uri).url)
        for title, uri in english_only["pages"].items()
    ]
    chinese.children.append(Section(english_only["title"], links))
    config.navigations = {
        "en": Navigation(nav.items, pages["en"]),
        "zh": Navigation(chinese.children, pages["zh"]),
    }
    config.navigations["zh"].homepage = pages["zh"][0]
    for each in pages.values():
        each[0].previous_page = each[-1].next_page = None
    return nav


def language_of(page):
    return "zh" if page.file.src_uri.startswith("zh/") else "en"


def on_page_context(context, page, config, nav):
    language = language_of(page)
    config.theme["language"] = language
    context["nav"] = config.navigations[language]
    # The same page in the other language, or its first page where there is none.
    plain = page.file.src_uri.removeprefix("zh/")
    pages = {each.file.src_uri: each for each in nav.pages}
    for alternate in config.extra["alternate"]:
        prefix = "zh/" if alternate["lang"] == "zh" else ""
        other = pages.get(prefix + plain) or pages[prefix + "index.md"]
        alternate["link"] = other.url
    return context


def on_post_page(output, page, config):
    # The theme would read a list of pages beside each language, which a browser refuses for files.
    output = re.sub(r'<link rel="alternate"[^>]*>', "", output)
    # The dialog has no name of its own.
    name = "搜索" if page.file.src_uri.startswith("zh/") else "Search"
    output = output.replace('data-md-component="search" role="dialog"',
                            f'data-md-component="search" role="dialog" aria-label="{name}"')
    # A screen reader would announce a heading without a name.
    return re.sub(r"<th([^>]*)></th>", r"<td\1></td>", output)


def on_env(env, config, files):
    config.theme["language"] = "en"
    return env
