// The first page: a card for each game, one's own first, and the last game, which can be continued.

import { Refusal, ask, h } from "../dom.js";
import { mannerOf } from "../play/levels.js";
import { picture } from "../picture.js";
import { Rules, inLanguage } from "../rules.js";
import { Toast } from "../toast.js";
import { onLanguage, say, t } from "../words.js";

/** Open the first page. */
export async function open(root) {
  return new Home(root, await ask("GET", "/home"));
}

class Home {
  constructor(root, told) {
    this.root = root;
    this.told = told;
    this.rules = new Rules();
    this.toast = new Toast("notice");
    this.show();
    this.forget = onLanguage(() => this.show());
  }

  close() {
    this.forget();
    this.rules.close();
    this.toast.close();
  }

  show() {
    const { games, last } = this.told;
    this.root.replaceChildren(
      h("h1", { class: "unseen", word: "home" }),
      h("ul", { class: "cards" }, last ? h("li", {}, this.continued(last)) : null, ...games.map((game) => h("li", {}, this.card(game)))),
      this.rules.dialog,
    );
    say(this.root);
  }

  /** The last game as it stands, and the way back to it. */
  continued({ id, title, moves, sides, analysis, over, picture: position }) {
    const who = sides.map((side, player) => t("home-plays", { player: t(position.players[player]), who: playedBy(side) }));
    const state = [analysis ? t("analysis") : null, t("moves-made", { count: moves }), over ? t("home-over") : null].filter(Boolean);
    return h(
      "article",
      { class: "card continue", "aria-labelledby": "continue-title" },
      picture(`continue-${id}`, position, t(title)),
      h("h2", { id: "continue-title" }, t("home-continue", { title: t(title) })),
      h("p", { class: "about" }, h("span", {}, state.join(", ")), ...(analysis ? [] : who.map((each) => h("span", {}, each)))),
      h("div", { class: "ways" }, h("a", { class: "button accent", href: `#/play/${encodeURIComponent(id)}` }, t(over ? "home-look" : "go-on"))),
    );
  }

  card({ name, title, own, about, picture: position }) {
    const to = (as) => `#/play?${new URLSearchParams({ game: name, ...(as && { as }) })}`;
    const words = inLanguage(about);
    return h(
      "article",
      { class: `card${own ? " own" : ""}`, "aria-labelledby": `card-${name}`, "data-game": name },
      picture(`card-${name}`, position, t(title)),
      h("h2", { id: `card-${name}` }, own ? title : t(title), own ? h("span", { class: "mine" }, t("own")) : null),
      h("p", { class: "about" }, words ?? ""),
      h(
        "div",
        { class: "ways" },
        h("a", { class: "button accent", href: to() }, t("home-play")),
        h("a", { class: "button", href: to("analysis") }, t("analyse")),
        h("a", { class: "button", href: to("watch") }, t("home-watch")),
        words ? h("button", { type: "button", class: "button", on: { click: () => this.showRules(name) } }, t("rules")) : null,
      ),
    );
  }

  async showRules(name) {
    try {
      await this.rules.open(name);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.toast.complain(error.message);
    }
  }
}

/** Who plays a side, in words. */
function playedBy(side) {
  return side.program ? t("program-at", { level: mannerOf(side) }) : t("you");
}
