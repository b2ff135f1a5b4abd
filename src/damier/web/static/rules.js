// The rules of a game in a dialog, with an example on the board, in the page's language where the game has them in it.

import { dialog } from "./dialog.js";
import { ask, h } from "./dom.js";
import { picture } from "./picture.js";
import { language, onLanguage, say, t } from "./words.js";

/** Of texts by language the one of the page's, else the English one, or any. */
export const inLanguage = (texts) => texts[language] ?? texts.en ?? Object.values(texts)[0];

export class Rules {
  constructor() {
    this.content = h("div", { class: "rules" });
    this.dialog = dialog("rules", "rules", this.content);
    this.dialog.classList.add("broad");
    this.forget = onLanguage(() => this.told && this.show());
  }

  close() {
    this.forget();
    this.dialog.remove();
  }

  /** Ask for the rules of a game, and show them. Raises a Refusal if there is no such game. */
  async open(name) {
    this.told = await ask("GET", `/games/${encodeURIComponent(name)}/rules`);
    this.show();
    say(this.dialog);
    if (!this.dialog.open) this.dialog.showModal();
  }

  show() {
    const { name, title, rules, picture: example } = this.told;
    const parts = inLanguage(rules) ?? [{ kind: "summary", lines: [t("rules-none")] }];
    const caption = parts.find(({ kind }) => kind === "example");
    const words = parts.filter((part) => part !== caption);
    this.content.replaceChildren(
      h("div", { class: "rules-words" }, h("h3", {}, t(title)), ...words.map(paragraph)),
      h(
        "figure",
        {},
        picture(`rules-${name}`, example, t(title), caption ? example.arrows : []),
        caption ? h("figcaption", {}, caption.lines[0]) : null,
      ),
    );
  }
}

function paragraph({ kind, lines }) {
  if (kind === "list") return h("ul", {}, ...lines.map((line) => h("li", {}, line)));
  return h("p", { class: kind }, ...lines);
}
