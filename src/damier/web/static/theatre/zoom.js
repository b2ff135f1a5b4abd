// Looking closer: a drawing that is enlarged with wheel (and Ctrl), two fingers, buttons or + and -, and moved by dragging.
// How it is looked at is the part of the drawing in view, as a factor and the middle: a link can hold that.

const MOST = 24;
const STEP = 1.5;
const GLIDE = 260; // milliseconds of a move after the search

const rounded = (value, parts) => Math.round(value * parts) / parts; // so that a link holds it whole

export class Zoom {
  constructor(element, box, { onChange, onScale }) {
    Object.assign(this, { element, box, onChange, onScale, pointers: new Map() });
    this.isFollowing = true; // whether it is to move after the search
    this.isHeld = false; // a person has moved it by hand since the last step that they chose
    this.reset();
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      element.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    }
    element.addEventListener("click", (event) => this.wasDragged && event.stopPropagation(), { capture: true });
    element.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.tellScale()).observe(element);
  }

  reset() {
    this.set(1, this.box.x + this.box.width / 2, this.box.y + this.box.height / 2);
  }

  /** Show the drawing `factor` times as large as it fits, around a middle that stays inside it. */
  set(factor, x, y) {
    this.factor = rounded(Math.max(1, Math.min(MOST, factor)), 100);
    const [width, height] = [this.box.width / this.factor, this.box.height / this.factor];
    const inside = (value, start, whole, part) => Math.max(start + part / 2, Math.min(start + whole - part / 2, value));
    this.x = rounded(inside(x, this.box.x, this.box.width, width), 10);
    this.y = rounded(inside(y, this.box.y, this.box.height, height), 10);
    this.look(this.x - width / 2, this.y - height / 2, width, height);
    this.element.classList.toggle("enlarged", this.factor > 1);
    this.tellScale();
  }

  /** Show this part of the drawing, and come there smoothly if need be. */
  look(x, y, width, height, isGlide = false) {
    cancelAnimationFrame(this.gliding);
    const show = (left, top) => this.element.setAttribute("viewBox", [left, top, width, height].map((n) => n.toFixed(2)).join(" "));
    const from = (this.element.getAttribute("viewBox") ?? "").split(" ").map(Number);
    if (!isGlide || from.length < 4 || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      show(x, y);
      return;
    }
    const start = performance.now();
    const glide = (now) => {
      const part = Math.min(1, (now - start) / GLIDE);
      const eased = part * (2 - part);
      show(from[0] + (x - from[0]) * eased, from[1] + (y - from[1]) * eased);
      if (part < 1) this.gliding = requestAnimationFrame(glide);
    };
    this.gliding = requestAnimationFrame(glide);
  }

  /** How many pixels a unit of the drawing takes. */
  tellScale() {
    const { width, height } = this.element.getBoundingClientRect();
    if (width > 0) this.onScale(Math.min(width / this.box.width, height / this.box.height) * this.factor);
  }

  change(factor, x = this.x, y = this.y) {
    this.isHeld = true;
    this.set(factor, x, y);
    this.onChange();
  }

  enlarge() { this.change(this.factor * STEP); }

  reduce() { this.change(this.factor / STEP); }

  fit() {
    this.reset();
    this.onChange();
  }

  /** Move so that a place can be seen, if it cannot, unless a person looks at something else. */
  follow({ x, y }) {
    if (this.factor === 1 || !this.isFollowing || this.isHeld) return;
    const [width, height] = [this.box.width / this.factor, this.box.height / this.factor];
    if (Math.abs(x - this.x) <= width * 0.42 && Math.abs(y - this.y) <= height * 0.38) return;
    const before = this.element.getAttribute("viewBox");
    this.set(this.factor, x, y);
    const [left, top] = [this.x - width / 2, this.y - height / 2];
    this.element.setAttribute("viewBox", before);
    this.look(left, top, width, height, true);
  }

  /** How it is looked at, for a link; nothing if it is seen whole. */
  get text() {
    return this.factor === 1 ? "" : `${this.factor}@${this.x},${this.y}`;
  }

  set text(words) {
    const found = /^([\d.]+)@(-?[\d.]+),(-?[\d.]+)$/.exec(words ?? "");
    if (found) this.set(Number(found[1]), Number(found[2]), Number(found[3]));
  }

  // ------------------------------------------------------------------------------------------------------------------

  /** The place in the drawing below a pointer. */
  place(event) {
    const matrix = this.element.getScreenCTM().inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  }

  /** Enlarge, and keep what is below the pointer there. */
  around(event, factor) {
    const before = this.place(event);
    this.set(factor, this.x, this.y);
    const after = this.place(event);
    this.change(factor, this.x + before.x - after.x, this.y + before.y - after.y);
  }

  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
    event.preventDefault();
    this.around(event, this.factor * Math.exp(-event.deltaY / 300));
  }

  press(event) {
    this.wasDragged = false;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.wasDragged && Math.hypot(now.x - before.x, now.y - before.y) < 5) return;
    this.wasDragged = true;
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    this.pointers.set(event.pointerId, now);
    if (others.length) {
      const apart = (place) => Math.hypot(place.x - others[0].x, place.y - others[0].y) || 1;
      this.around({ clientX: (now.x + others[0].x) / 2, clientY: (now.y + others[0].y) / 2 }, this.factor * (apart(now) / apart(before)));
    } else if (this.factor > 1) {
      const scale = this.element.getScreenCTM().a;
      this.change(this.factor, this.x - (now.x - before.x) / scale, this.y - (now.y - before.y) / scale);
    }
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const action = { "+": () => this.enlarge(), "=": () => this.enlarge(), "-": () => this.reduce(), 0: () => this.fit() }[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }
}
