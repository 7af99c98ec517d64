"""Shows results: tables, a page in Markdown, plots."""
