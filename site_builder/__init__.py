"""The static site generator: Markdown sections and Python figures in, a folder of files out."""
