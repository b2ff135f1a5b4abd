// Sharing what is on the board: a link that restores it, the position in writing, a picture, and the game as a moving one.

import { dialog } from "../dialog.js";
import { Refusal, ask, h } from "../dom.js";
import { number, onLanguage, t } from "../words.js";
import { MOST_LINK, MOST_MOVES, linkTo, linkToRecord } from "./link.js";
import { MOST_BOARDS, gifOf, keep, pngOf, svgOf } from "./picture.js";

export class Share {
  /** `look()` tells how the board is shown; `tell` and `complain` say what was done, and what is wrong. */
  constructor(games, { look, tell, complain }) {
    Object.assign(this, { games, look, tell, complain });
    const button = (id, word, action) => h("button", { type: "button", id, word, on: { click: action } });
    const tick = (id, word, checked) => {
      const box = h("input", { type: "checkbox", id, checked, on: { change: () => this.draw() } });
      return { box, field: h("p", { class: "field tick" }, h("label", { for: id, word }), box) };
    };
    const radio = (id, word, checked) => {
      const choice = h("input", { type: "radio", id, name: "share-what", checked, on: { change: () => this.write() } });
      return { choice, field: h("p", { class: "field tick" }, h("label", { for: id, word }), choice) };
    };
    this.whole = radio("share-whole", "share-whole", true);
    this.alone = radio("share-alone", "share-alone", false);
    this.link = h("input", { type: "text", id: "share-link", readonly: true, on: { focus: () => this.link.select() } });
    this.holds = h("p", { id: "share-holds", class: "numbers", role: "status" });
    this.text = h("input", { type: "text", id: "share-text", readonly: true, on: { focus: () => this.text.select() } });
    this.coordinates = tick("share-coordinates", "share-coordinates", true);
    this.arrows = tick("share-arrows", "share-arrows", false);
    this.preview = h("img", { class: "share-preview", alt: "" });
    this.gif = button("share-gif", "share-gif", () => this.saveGif());
    this.progress = h("span", { id: "share-progress", class: "numbers", role: "status" });
    this.dialog = dialog(
      "share",
      "share",
      h(
        "fieldset",
        {},
        h("legend", { word: "share-link" }),
        h("div", { class: "row" }, this.whole.field, this.alone.field),
        h("div", { class: "copied" }, h("label", { for: "share-link", class: "unseen", word: "share-link" }), this.link, button("copy-link", "share-copy-link", () => this.copy(this.link))),
        h("div", { class: "copied" }, h("label", { for: "share-text", class: "unseen", word: "position-now" }), this.text, button("copy-text", "share-copy-text", () => this.copy(this.text))),
        this.holds,
      ),
      h(
        "fieldset",
        { class: "pictured" },
        h("legend", { word: "share-picture" }),
        this.preview,
        h(
          "div",
          { class: "beside" },
          this.coordinates.field,
          this.arrows.field,
          h("div", { class: "row" }, button("share-png", "share-png", () => this.savePng()), button("share-svg", "share-svg", () => this.saveSvg()), this.gif),
          this.progress,
        ),
      ),
    );
    this.dialog.addEventListener("close", () => this.put());
    this.forget = onLanguage(() => {
      if (!this.dialog.open) return;
      this.write();
      this.draw();
    });
  }

  close() {
    this.forget();
    this.put();
  }

  /** Offer what is on the board now. */
  open(state) {
    this.state = state;
    this.making = null; // the moving picture that is being made
    this.progress.textContent = "";
    this.record = null; // the game in writing, once it is known
    this.whole.choice.disabled = false;
    this.link.value = "";
    this.gif.disabled = state.line.length < 2;
    const { arrows, scores } = this.look();
    this.arrows.field.hidden = !arrows?.length && !scores;
    this.text.value = state.text;
    this.write();
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Forget the pictures, and make no more. */
  put() {
    this.making = null;
    if (this.preview.src) URL.revokeObjectURL(this.preview.src);
    this.preview.removeAttribute("src");
  }

  /** Write the link that is wanted, and say what it holds. */
  write() {
    const wanted = this.whole.choice.checked ? this.linkToGame() : this.linkToPosition("position");
    this.written = wanted;
    return wanted.then(({ link, holds }) => {
      if (this.written !== wanted) return; // another one is wanted by now
      this.link.value = link;
      this.holds.textContent = t(`share-holds-${holds}`, { most: number(MOST_LINK) });
    });
  }

  async linkToPosition(holds) {
    return { link: linkTo(this.state, this.games, false, this.look().isFlipped), holds };
  }

  /** The link to all of the game if that fits into one, else to the line on the board; a very long one has only its position. */
  async linkToGame() {
    const { state, games } = this;
    const { isFlipped } = this.look();
    const isShort = state.line.length <= MOST_MOVES + 1;
    const { text, more } = (this.record ??= await ask("GET", `/sittings/${encodeURIComponent(state.id)}/record`));
    if (isShort && !more) return { link: linkTo(state, games, true, isFlipped), holds: "moves" };
    const link = await linkToRecord(state, games, text, isFlipped);
    if (link) return { link, holds: "all" };
    if (isShort) return { link: linkTo(state, games, true, isFlipped), holds: "line" };
    this.whole.choice.disabled = this.alone.choice.checked = true;
    return this.linkToPosition("too-long");
  }

  wanted() {
    const { arrows, scores, isFlipped } = this.look();
    const isMarked = this.arrows.box.checked && !this.arrows.field.hidden;
    return { coordinates: this.coordinates.box.checked, isFlipped, arrows: isMarked ? (arrows ?? []) : [], scores: isMarked ? scores : null };
  }

  /** Show the picture as it will be. */
  draw() {
    const { state } = this;
    this.svg = svgOf({ ...state, title: t(state.title) }, this.wanted());
    if (this.preview.src) URL.revokeObjectURL(this.preview.src);
    this.preview.src = URL.createObjectURL(new Blob([this.svg], { type: "image/svg+xml" }));
    this.preview.alt = t("board-of", { title: t(state.title) });
  }

  async copy(field) {
    await this.written;
    try {
      await navigator.clipboard.writeText(field.value);
      this.tell(t("copied"));
    } catch {
      field.select(); // no clipboard: there it can be taken by hand
    }
  }

  nameOf(ending) {
    return `${this.state.game.replace(/[^\w-]+/g, "-")}.${ending}`;
  }

  saveSvg() {
    keep(new Blob([`<?xml version="1.0" encoding="UTF-8"?>\n${this.svg}\n`], { type: "image/svg+xml" }), this.nameOf("svg"));
  }

  async savePng() {
    keep(await pngOf(this.svg), this.nameOf("png"));
  }

  /** Make a moving picture of the whole line; pressed again, or with the dialog closed, it is given up. */
  async saveGif() {
    if (this.making) {
      this.making = null;
      this.progress.textContent = "";
      return;
    }
    const making = (this.making = {});
    const { state } = this;
    const went = (done, total) => {
      if (this.making === making) this.progress.textContent = t("share-gif-progress", { done: number(done + 1), total: number(total) });
      return this.making === making;
    };
    try {
      const { boards, lasts } = await ask("GET", `/sittings/${encodeURIComponent(state.id)}/line?most=${MOST_BOARDS}`);
      const behind = getComputedStyle(this.dialog).backgroundColor;
      const picture = await gifOf(state, boards, lasts, this.wanted(), behind, went);
      if (!picture) return;
      keep(picture, this.nameOf("gif"));
      this.progress.textContent = t("share-gif-done", { size: number(Math.ceil(picture.size / 1024)) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.complain(error.message);
    } finally {
      if (this.making === making) this.making = null;
    }
  }
}
