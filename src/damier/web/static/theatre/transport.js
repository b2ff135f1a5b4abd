// The time line and its buttons: play, step, drag. Time is counted in steps, in nodes, in leaves or in units, in each of
// which every processor visits one node; searches that are over wait at their end.

import { STEPS, icon } from "../signs.js";
import { number, say } from "../words.js";
import { walks } from "./keyboard.js";
import { turnsToNode, unitOf } from "./replay.js";
import { h, t } from "./words.js";

export const PACES = ["steps", "nodes", "leaves", "time"];
export const SPEEDS = [1, 2, 5, 12, 40]; // moments a second
const LEAP = 10;
const QUIET = 350; // milliseconds after which a moment is told to those who listen

/** At which step of a search each moment of a pace lies. */
export function momentsOf(steps, pace) {
  if (pace === "time") return unitsOf(steps);
  const wanted = { nodes: (i) => turnsToNode(steps, i), leaves: (i) => steps.kind[i] === "leaf" }[pace];
  const found = [0];
  for (let i = 0; i < steps.kind.length; i++) if (!wanted || wanted(i)) found.push(i + 1);
  if (found.at(-1) !== steps.kind.length) found.push(steps.kind.length); // the end
  return found;
}

/** At which step of a search each unit of time ends. */
function unitsOf(steps) {
  const found = [0];
  for (let i = 0; i < steps.time.length; i++) found[unitOf(steps, i)] = i + 1;
  for (let i = 1; i < found.length; i++) found[i] ??= found[i - 1]; // nobody did anything then
  return found;
}

export class Transport {
  /** `limit()` is a moment beyond which nobody gets, as before a question. */
  constructor({ onMove, onPace, onSpeed, onChosen, describe, limit }) {
    Object.assign(this, { onMove, onPace, onSpeed, onChosen, describe, limit });
    this.at = 0;
    this.length = 0;
    this.speed = SPEEDS[1];
    this.pace = PACES[0];
    this.timer = null;
    this.build();
  }

  build() {
    const button = (sign, label, act) =>
      h("button", { type: "button", "data-label": label, "data-title": label, on: { click: act } }, icon(sign));
    this.play = h("button", { type: "button", class: "play-button", on: { click: () => this.toggle() } });
    this.range = h("input", {
      type: "range", min: 0, max: 0, value: 0, step: 1, "data-label": "time-line",
      on: { input: () => this.move(Number(this.range.value)) },
    });
    this.count = h("output", { class: "count" });
    this.paces = h("select", { id: "pace", on: { change: () => this.onPace(this.paces.value) } });
    this.speeds = h("select", { id: "speed", on: { change: () => { this.setSpeed(Number(this.speeds.value)); this.onSpeed(); } } });
    this.told = h("p", { class: "told", role: "status" });
    this.below = h("div", { class: "below" }); // what else is to be in view, as a question
    this.element = h(
      "section",
      { class: "transport card", "data-label": "transport" },
      h(
        "div",
        { class: "buttons" },
        button(STEPS.first, "to-start", () => this.move(0)),
        button(STEPS.previous, "back", () => this.move(this.at - 1)),
        this.play,
        button(STEPS.next, "forward", () => this.move(this.at + 1)),
        button(STEPS.last, "to-end", () => this.move(this.length)),
      ),
      h("div", { class: "time" }, this.range, this.count),
      h(
        "div",
        { class: "counting" },
        h("label", { for: "pace", word: "pace" }), this.paces,
        h("label", { for: "speed", word: "speed" }), this.speeds,
      ),
      this.told,
      this.below,
    );
    this.translate();
  }

  translate() {
    this.paces.replaceChildren(...PACES.map((each) => new Option(t(`pace-${each}`), each, false, each === this.pace)));
    this.speeds.replaceChildren(...SPEEDS.map((each) => new Option(t("speed-each", { speed: each }), each, false, each === this.speed)));
    say(this.element);
    this.show();
    if (this.told.textContent) this.told.textContent = this.describe();
  }

  /** The whole time there is. */
  setLength(length) {
    this.length = length;
    this.range.max = length;
    this.show();
  }

  setPace(pace) {
    this.pace = pace;
    this.paces.value = pace;
  }

  setSpeed(speed) {
    this.speed = SPEEDS.includes(speed) ? speed : SPEEDS[1];
    this.speeds.value = this.speed;
    if (this.isPlaying) {
      this.pause();
      this.start();
    }
  }

  /** Go to a moment, as a person asks. */
  move(moment) {
    this.pause();
    this.onChosen();
    this.goTo(moment);
  }

  goTo(moment) {
    this.at = Math.max(0, Math.min(this.length, moment, this.limit()));
    if (this.at >= this.limit()) this.pause();
    this.show();
    this.onMove(this.at);
    clearTimeout(this.telling);
    if (!this.isPlaying) this.telling = setTimeout(() => (this.told.textContent = this.describe()), QUIET);
  }

  show() {
    this.range.value = this.at;
    this.range.setAttribute("aria-valuetext", t("moment-of", { moment: number(this.at), whole: number(this.length) }));
    this.count.textContent = `${number(this.at)} / ${number(this.length)}`;
    const word = this.isPlaying ? "pause" : "play-on";
    this.play.textContent = t(word);
    this.play.classList.toggle("playing", this.isPlaying);
  }

  get isPlaying() {
    return this.timer !== null;
  }

  toggle() {
    if (this.isPlaying) {
      this.pause();
      this.goTo(this.at);
    } else this.start();
  }

  start() {
    if (this.length === 0) return;
    this.onChosen();
    if (this.at >= this.length) this.goTo(0);
    this.timer = setInterval(() => {
      if (this.at + 1 >= this.length) this.pause();
      this.goTo(this.at + 1);
    }, 1000 / this.speed);
    this.show();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.show();
  }

  /** Keys that move in time wherever the focus is, unless an element needs them itself. */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target !== this.range && event.target.closest("input, select, textarea")) return;
    if (walks() && event.target.closest("[role=tree], [role=listbox], [role=tablist], .listing")) return;
    if (event.key === " " && event.target.closest("button, summary, a")) return;
    const leap = event.shiftKey ? LEAP : 1;
    const action = {
      ArrowLeft: () => this.move(this.at - leap),
      ArrowRight: () => this.move(this.at + leap),
      Home: () => this.move(0),
      End: () => this.move(this.length),
      " ": () => this.toggle(),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}
