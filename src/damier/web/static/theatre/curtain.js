// What stands above the stage: what the theatre is, scenes to begin with, and what can be switched on and off.

import { boardLeft } from "../board_left.js";
import { t as word } from "../words.js";
import { SCENES } from "./scene.js";
import { h, t } from "./words.js";

const TOLD = 4000; // milliseconds for which it says that a link was copied

export class Curtain {
  /** `acts` are called when a button is pressed: onCopy, onQuiz, onFollow, onCode. */
  constructor({ onCopy, onQuiz, onFollow, onCode }) {
    this.scenes = h("select", { class: "scenes", "data-label": "scenes", on: { change: () => this.begun() } });
    this.board = h("button", { type: "button", class: "from-board accent", hidden: true, on: { click: () => this.fromBoard() } });
    this.copied = h("span", { class: "copied", role: "status" });
    this.quiz = h("button", { type: "button", word: "quiz", "data-title": "quiz-long", "aria-pressed": "false", class: "quiz-switch", on: { click: onQuiz } });
    this.follow = h("button", { type: "button", word: "follow", "data-title": "follow-long", "aria-pressed": "true", class: "follow-switch", on: { click: onFollow } });
    this.code = h("button", { type: "button", word: "show-code", "aria-pressed": "true", class: "code-switch", on: { click: onCode } });
    this.element = h(
      "header",
      { class: "curtain" },
      h("div", {}, h("h1", { word: "theatre" }), h("p", { class: "intro", word: "intro" })),
      h(
        "div",
        { class: "sharing" },
        this.board,
        this.scenes,
        h("button", { type: "button", word: "copy-link", on: { click: onCopy } }),
        this.quiz,
        this.follow,
        this.code,
        this.copied,
      ),
    );
    this.translate();
  }

  translate() {
    this.scenes.replaceChildren(new Option(t("scenes"), ""), ...Object.keys(SCENES).map((each) => new Option(t(`scene-${each}`), each)));
    this.offerBoard();
  }

  /** Whoever comes from a board is one click away from its position. */
  offerBoard() {
    const left = boardLeft();
    this.board.hidden = left === null;
    if (left) this.board.textContent = t("from-board", { game: word(left.title) });
  }

  fromBoard() {
    location.hash = `#/theatre?${new URLSearchParams(boardLeft().scene)}`;
  }

  /** One of the scenes to begin with was chosen. */
  begun() {
    const { value } = this.scenes;
    this.scenes.value = "";
    if (value) location.hash = `#/theatre?${SCENES[value]}`;
  }

  /** Say something about the link for a moment. */
  say(words) {
    this.copied.textContent = words;
    setTimeout(() => (this.copied.textContent = ""), TOLD);
  }

  /** Whether one of the switches, `quiz`, `follow` or `code`, is on. */
  press(name, isOn) {
    this[name].setAttribute("aria-pressed", isOn);
  }
}
