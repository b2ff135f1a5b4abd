// Files that are dropped on the page are read, instead of the browser leaving the page for them.

/** Call a function with the files that are dropped anywhere; the answer ends that. */
export function acceptFiles(read) {
  const over = (event) => {
    if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
    event.preventDefault();
    document.body.dataset.dropping = "yes";
  };
  const left = (event) => !event.relatedTarget && delete document.body.dataset.dropping;
  const dropped = (event) => {
    delete document.body.dataset.dropping;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!files.length) return;
    event.preventDefault();
    read(files);
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", left);
  addEventListener("drop", dropped);
  return () => {
    removeEventListener("dragover", over);
    removeEventListener("dragleave", left);
    removeEventListener("drop", dropped);
  };
}
