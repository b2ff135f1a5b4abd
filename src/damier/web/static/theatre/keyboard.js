// Whether the page is used by keyboard just now: who came to an element by Tab walks about in it with the arrow keys; for who
// has clicked on it they step through time, wherever the click was.

let isByKeyboard = true;
addEventListener("keydown", (event) => (isByKeyboard ||= event.key === "Tab"), true);
addEventListener("pointerdown", () => (isByKeyboard = false), true);

/** Whether arrow keys belong to the element that has the focus, and not to time. */
export const walks = () => isByKeyboard;
