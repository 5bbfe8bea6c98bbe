"""Fits the pages to the site: the README becomes its first page, and links to sources lead to the repository."""

import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

LINK = re.compile(r"(\]\()([^)\s#]*)((?:#[^)\s]*)?\))")
NAMED_BLOCK = re.compile(r"^`(\S+)`:\n```(\w+)$", re.MULTILINE)


def on_config(config):
    for section in config.nav:
        for name, folder in (("Rules", "rules"), ("Problems", "problems")):
            if name in section:
                files = sorted(Path(config.docs_dir, folder).glob("*.md"))
                pages = [f"{folder}/{page.name}" for page in files if page.name != "README.md"]
                section[name] = [f"{folder}/README.md", *({Path(page).stem: page} for page in pages)]
    return config


def on_files(files, config):
    readme = Path(config.docs_dir, "..", "README.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "index.md", content=readme))
    return files


def on_page_markdown(markdown, page, config, files):
    own = "README.md" if page.file.src_uri == "index.md" else f"Documentation/{page.file.src_uri}"
    markdown = NAMED_BLOCK.sub(r'```\2 title="\1"', markdown)
    return LINK.sub(lambda link: link[1] + target(link[2], own, page, config) + link[3], markdown)


def target(link, own, page, config):
    """Where a link of a page leads on the site, or in the repository for all that the site does not have."""
    if not link or "://" in link:
        return link
    path = posixpath.normpath(posixpath.join(posixpath.dirname(own), link))
    if path == "README.md":
        on_site = "index.md"
    elif path.startswith("Documentation/") and path.endswith(".md"):
        on_site = path.removeprefix("Documentation/")
    else:
        return f"{config.repo_url}/tree/main/{path}"
    return posixpath.relpath(on_site, posixpath.dirname(page.file.src_uri) or ".")
