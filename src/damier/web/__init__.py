"""The page in the browser, on your own computer: `server.serve` runs it, `api.create_app` builds it."""
