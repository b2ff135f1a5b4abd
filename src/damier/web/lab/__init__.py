"""The lab in the page: experiments, each a run in a process of its own."""
