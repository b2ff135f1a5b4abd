// Saving and loading games, by file and clipboard, and the games that are kept.

import { ask, h } from "../dom.js";
import { knows, language, locale, t } from "../words.js";
import { GameList, resultText } from "./gamelist.js";
import { levelName } from "./levels.js";
import { MOST_BYTES, tried } from "./sending.js";

/** Whether a text seems to hold several games: tags begin again after moves, or there is more than one game in GGF. */
const severalGames = (text) => /\n[^[\n][^\n]*\n\s*\[\w+ "/.test(text) || text.split("(;").length > 2;

/** What a format is called in the page's language. */
const formatName = (name) => (knows(`format-${name}`) ? t(`format-${name}`) : name);

/** How damier plays, in the page's language: at a level, so deep, or by a generation. */
function manner(told) {
  const [, kind, value] = /^(depth|generation) (\d+)$/.exec(told) ?? [];
  return kind ? t(`at-${kind}`, { [kind]: value }) : levelName(told);
}

export class Files {
  /** `load(text)` takes up a game in writing, `open(id)` one that is kept; `complain(message)` says what is wrong. */
  constructor(holder, { load, open, start, wanted, reveal, complain, letters, tell }) {
    Object.assign(this, { load, open, complain, tell });
    this.saves = h("div", { class: "row", id: "saves" });
    // The browser's own button speaks the browser's language, not the page's: out of sight, its label is the button
    this.file = h("input", { type: "file", id: "load-file", class: "unseen", multiple: true, on: { change: () => this.read() } });
    this.pasted = h("textarea", { id: "pasted", rows: 3, spellcheck: "false", maxlength: MOST_BYTES });
    this.kept = h("ul", { class: "kept", id: "kept" });
    const loadPasted = () => this.pasted.value.trim() && this.loadText(this.pasted.value);
    holder.append(
      this.saves,
      h("p", { class: "field file" }, this.file, h("label", { for: "load-file", class: "button", word: "load-file" })),
      h("p", { class: "field" }, h("label", { for: "pasted", word: "paste-here" }), this.pasted),
      h("button", { type: "button", id: "load-pasted", word: "load-pasted", on: { click: loadPasted } }),
    );
    this.games = new GameList(holder, { start, wanted, reveal, complain, letters });
    holder.append(h("h3", { word: "kept-games" }), this.kept);
  }

  async read() {
    const files = [...this.file.files];
    this.file.value = "";
    if (files.length) await this.games.read(files);
  }

  /** A text in writing: a game or a position is taken up, of several games there is a list. */
  async loadText(text) {
    if (severalGames(text)) await this.games.read([new File([text], "games.txt")]);
    else await this.load(text);
  }

  show(state, game) {
    this.state = state;
    const formats = game?.formats ?? [];
    const key = `${state.id} ${language}`;
    if (this.saves.dataset.key === key) return;
    this.saves.dataset.key = key;
    this.saves.replaceChildren(
      ...formats.flatMap(({ name }, i) => [
        h("button", { type: "button", class: "save", on: { click: () => this.save(name) } }, t("save-as", { format: formatName(name) })),
        i === 0 ? h("button", { type: "button", class: "copy", on: { click: () => this.copy(name) } }, t("copy", { format: formatName(name) })) : null,
      ].filter(Boolean)),
    );
  }

  written(format) {
    return ask("GET", `/sittings/${this.state.id}/file?format=${encodeURIComponent(format)}`);
  }

  async save(format) {
    const saved = await tried(() => this.written(format), this.complain);
    if (!saved) return;
    const link = h("a", { href: URL.createObjectURL(new Blob([saved.text], { type: "text/plain" })), download: saved.name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async copy(format) {
    const saved = await tried(() => this.written(format), this.complain);
    if (!saved) return;
    try {
      await navigator.clipboard.writeText(saved.text);
      this.tell(t("copied"));
    } catch {
      this.pasted.value = saved.text; // no clipboard: there it can be taken by hand
      this.pasted.select();
    }
  }

  /** The games that are kept, but for the one on the board. */
  async list() {
    const kept = await tried(() => ask("GET", "/sittings?limit=30"), this.complain);
    if (!kept) return;
    const others = kept.filter(({ id }) => id !== this.state?.id);
    this.kept.replaceChildren(...(others.length ? others.map((each) => this.entry(each)) : [h("li", { class: "numbers" }, t("kept-none"))]));
  }

  entry({ id, title, summary, changed, people, sides, result, event }) {
    const when = new Date(1000 * changed).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
    const [, count] = /^(\d+) moves?$/.exec(summary) ?? [];
    const who = people.some(Boolean)
      ? people.map((name) => name || "?").join(" – ")
      : sides.map((level) => (level === null ? t("person-short") : t("program-at", { level: manner(level) }))).join(" – ");
    const told = [who, result && resultText(result), event, count ? t("moves-made", { count }) : summary].filter(Boolean).join(", ");
    const text = t("summary", { title: t(title), summary: told, when });
    const remove = async () => {
      await tried(() => ask("DELETE", `/sittings/${id}`), this.complain);
      this.list();
    };
    return h(
      "li",
      {},
      h("button", { type: "button", class: "link", on: { click: () => this.open(id) } }, text),
      h("button", { type: "button", class: "link remove", "aria-label": `${t("remove")}: ${text}`, on: { click: remove } }, t("remove")),
    );
  }
}
