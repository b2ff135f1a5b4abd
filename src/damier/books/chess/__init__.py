"""Books that only chess has: files of Polyglot's."""
