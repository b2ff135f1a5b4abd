// What each piece on the board is worth to the network that judges the game: asked for when wanted, drawn on the squares.

import { ask, h } from "../dom.js";
import { inWriting, t } from "../words.js";
import { playerName } from "./plates.js";

export class Pieces {
  /** `changed(isOn)` is called when the board is to show something else, `complain(words)` when they cannot be told. */
  constructor(changed, complain) {
    Object.assign(this, { changed, complain });
    this.box = h("input", { type: "checkbox", id: "pieces", on: { change: () => this.switch(this.box.checked) } });
    this.field = h("p", { class: "field tick" }, h("label", { for: "pieces", word: "show-pieces" }), this.box);
    this.words = h("p", { class: "numbers", id: "pieces-words", role: "status" });
    this.told = null;
  }

  switch(isOn) {
    this.box.checked = isOn;
    if (this.state) this.show(this.state);
    this.changed(isOn);
  }

  get isWanted() {
    return Boolean(this.box.checked && this.state?.can_explain);
  }

  /** Another position may be on the board: its pieces are asked about, if they are wanted. */
  show(state) {
    const key = `${state.id} ${state.here}`;
    this.state = state;
    this.field.hidden = !state.can_explain;
    if (this.isWanted && this.asked !== key) this.ask(key);
    if (!this.isWanted) this.asked = this.told = null;
    this.say();
  }

  async ask(key) {
    this.asked = key;
    this.told = null;
    try {
      const told = await ask("GET", `/sittings/${this.state.id}/pieces`);
      if (this.asked !== key || told.node !== this.state.here) return;
      this.told = told;
      this.say();
      this.changed(true);
    } catch (error) {
      if (this.asked !== key) return;
      this.complain(error.message);
      this.switch(false);
    }
  }

  say() {
    const { told, state } = this;
    const values = told && { tells: t(told.tells), player: playerName(state, 0), estimate: inWriting(told.estimate) };
    const elsewhere = told?.elsewhere ? ` ${t("pieces-elsewhere", { worth: inWriting(told.elsewhere) })}` : "";
    const words = told && t("pieces-words", values) + elsewhere;
    const text = !this.isWanted ? "" : told ? words[0].toUpperCase() + words.slice(1) : t("pieces-asking");
    if (this.words.textContent !== text) this.words.textContent = text;
  }

  /** What is to stand on the squares of the board. */
  shown() {
    return this.isWanted && this.told ? this.told.pieces : [];
  }
}
