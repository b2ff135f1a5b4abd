// The programme: which tree, which algorithms. A change shows at once; a typed tree with its button, with Enter or when it is left.

import { say, t as word } from "../words.js";
import { KINDS, OWN, RANDOM, SHARING } from "./scene.js";
import { h, t, tOr } from "./words.js";

const PLACES = ["first-algorithm", "second-algorithm", "third-algorithm"];
const USUAL_PROCESSORS = 4;
const EXAMPLE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"; // of a typed tree
const TREES = ["tree", "random-tree"]; // games that are chosen as trees

export class Setup {
  constructor(repertoire, games, { onChange }) {
    Object.assign(this, { repertoire, onChange });
    this.games = games.filter((game) => !TREES.includes(game.name));
    this.build();
  }

  build() {
    this.kinds = KINDS.map((kind) => h("input", { type: "radio", name: "tree-kind", value: kind, id: `kind-${kind}` }));
    this.book = h("select", { id: "book-tree" });
    this.typed = h("textarea", { id: "typed-tree", rows: 2, spellcheck: "false", autocomplete: "off", maxlength: 20000, placeholder: EXAMPLE, "aria-describedby": "typed-fault", on: { keydown: (event) => this.enter(event) } });
    this.fault = h("p", { id: "typed-fault", class: "fault", role: "alert", hidden: true });
    this.random = Object.fromEntries(Object.keys(RANDOM).map((key) => [key, numberField(`random-${key}`, limitsOf(key))]));
    this.game = h("select", { id: "theatre-game" });
    this.position = h("input", { type: "text", id: "theatre-position", autocomplete: "off", spellcheck: "false", maxlength: 20000, "data-placeholder": "position-start" });
    this.gameOptions = h("div", { class: "entries game-options" });
    this.depth = numberField("theatre-depth", { min: 1, max: 60 });
    this.algorithms = PLACES.map((place) => h("select", { id: place }));
    this.more = {
      guess: numberField("more-guess", {}),
      margin: numberField("more-margin", { min: 1 }),
      list: numberField("more-list", { min: 2 }),
      tolerance: numberField("more-tolerance", { min: 0, placeholder: 1 }),
      reduction: numberField("more-reduction", { min: 1, max: 3, placeholder: 2 }),
      checks: numberField("more-checks", { min: 0, max: 60, placeholder: 1 }),
    };
    this.sharing = {
      processors: numberField("sharing-processors", { min: 1, max: this.repertoire.most_lanes, placeholder: USUAL_PROCESSORS }),
      grain: h("select", { id: "sharing-grain" }),
      message: numberField("sharing-message", { min: 0, max: 1000000, placeholder: 0 }),
    };
    this.sharingFields = Object.entries(this.sharing).map(([key, input]) => field(`sharing-${key}`, `sharing-${key}`, input));
    const again = h("button", { type: "button", word: "another", on: { click: () => this.another() } });
    this.parts = {
      book: [field("book-tree", "book-tree", this.book, "wide")],
      random: [...Object.entries(this.random).map(([key, input]) => field(`random-${key}`, `random-${key}`, input)), h("div", { class: "field action" }, again)],
      typed: [
        field("typed-tree", "typed-tree", this.typed, "wide"),
        h(
          "div",
          { class: "field action typed-actions" },
          h("button", { type: "submit", class: "run-typed", word: "run-typed" }),
          h("button", { type: "button", class: "example-typed", word: "example-typed", on: { click: () => this.example() } }),
        ),
        this.fault,
      ],
      game: [field("theatre-game", "position-game", this.game), field("theatre-position", "position-text", this.position, "wide")],
    };
    this.depthField = field("theatre-depth", "search-depth", this.depth);
    this.treeFields = h("div", { class: "entries" }, ...Object.values(this.parts).flat(), this.depthField, this.gameOptions);
    this.parts.game.push(this.gameOptions);
    this.form = h(
      "form",
      { class: "programme", novalidate: true, autocomplete: "off", on: { change: (event) => this.change(event), submit: (event) => this.submit(event) } },
      h(
        "fieldset",
        { class: "segments" },
        h("legend", { word: "which-tree" }),
        ...this.kinds.flatMap((input) => [input, h("label", { for: input.id, word: `kind-${input.value}` })]),
      ),
      this.treeFields,
      h("div", { class: "entries algorithms" }, ...PLACES.map((place, i) => field(place, place, this.algorithms[i])), ...this.sharingFields),
      h(
        "details",
        { class: "more" },
        h("summary", { word: "more" }),
        h("div", { class: "entries" }, ...Object.entries(this.more).map(([key, input]) => field(`more-${key}`, `more-${key}`, input))),
      ),
      h("button", { type: "submit", class: "unseen-submit", tabindex: "-1", word: "show" }),
    );
    this.chosen = h("summary", {});
    this.element = h("details", { class: "card programme-fold" }, this.chosen, this.form);
    this.isWide = matchMedia("(min-width: 54.01rem) and (min-height: 46.01rem)"); // in a small window it is folded, so that the tree can be seen
    this.element.open = this.isWide.matches;
    this.isWide.addEventListener("change", () => (this.element.open ||= this.isWide.matches));
  }

  translate() {
    const selects = [this.book, this.game, ...this.algorithms, this.sharing.grain];
    const chosen = selects.map((each) => each.value);
    this.book.replaceChildren(...Object.keys(this.repertoire.trees).map((each) => new Option(t(`book-${each}`), each)));
    this.game.replaceChildren(...this.games.map((game) => new Option(word(game.title), game.name)));
    this.algorithms.forEach((select, place) => {
      const group = (label, isSeveral) => {
        const found = this.repertoire.algorithms.filter(({ has_lanes }) => has_lanes === isSeveral);
        return h("optgroup", { label: t(label) }, ...found.map(({ name, title }) => new Option(tOr(`algorithm-${name}`, title), name)));
      };
      select.replaceChildren(...(place > 0 ? [new Option(t("nobody"), "")] : []), group("group-one", false), group("group-several", true));
    });
    this.sharing.grain.replaceChildren(new Option(t("grain-1"), ""), new Option(t("grain-2"), "2"));
    selects.forEach((select, i) => (select.value = chosen[i]));
    say(this.element);
    if (!this.scene) return;
    const { kind, options } = this.read(); // what is being typed stays
    this.showOptions(options);
    this.showKind(kind);
    this.showChosen(this.scene);
  }

  /** The letters of the figures of the game whose position is searched, by language. */
  get letters() {
    return (this.scene.kind === "game" && this.games.find((each) => each.name === this.scene.game)?.letters) || {};
  }

  /** What is chosen, in a line. */
  showChosen(scene) {
    const tree = { book: () => t(`book-${scene.book}`), random: () => t("kind-random"), typed: () => scene.typed, game: () => this.game.selectedOptions[0]?.text ?? scene.game }[scene.kind]();
    const names = scene.algorithms.map((name) => tOr(`algorithm-${name}`, name));
    this.chosen.replaceChildren(h("b", {}, t("programme")), ` ${tree} · ${names.join(", ")}`);
  }

  /** Fill in a scene. */
  show(scene) {
    this.scene = scene;
    for (const input of this.kinds) input.checked = input.value === scene.kind;
    this.book.value = scene.book;
    this.typed.value = scene.typed;
    for (const [key, input] of Object.entries(this.random)) input.value = scene.random[key];
    this.game.value = scene.game;
    this.position.value = scene.position;
    this.showOptions(scene.options);
    this.depth.value = scene.depth ?? "";
    this.algorithms.forEach((select, i) => (select.value = scene.algorithms[i] ?? ""));
    for (const [key, input] of Object.entries(this.more)) input.value = scene[key] ?? "";
    for (const [key, input] of Object.entries(this.sharing)) input.value = scene[key] ?? "";
    if (scene.grain === 1) this.sharing.grain.value = "";
    this.showKind(scene.kind);
    this.showSharing(scene.algorithms);
    this.showChosen(scene);
  }

  showKind(kind) {
    for (const [name, parts] of Object.entries(this.parts)) for (const part of parts) part.hidden = name !== kind;
    this.depthField.hidden = kind === "random";
    this.showDepth(kind);
  }

  showDepth(kind) {
    this.depth.placeholder = kind === "game" ? (this.usualDepth ?? "") : t("depth-whole");
  }

  /** How deep the server searches where nothing is filled in; null while that is not known. */
  tellDepth(depth) {
    this.usualDepth = depth;
    this.showDepth(this.scene.kind);
  }

  /** What several processors are told, where they search. */
  showSharing(algorithms) {
    const chosen = this.repertoire.algorithms.filter(({ name }) => algorithms.includes(name));
    for (const each of this.sharingFields) each.hidden = !chosen.some(({ has_lanes }) => has_lanes);
  }

  /** Fields for the options of the chosen game. */
  showOptions(options) {
    const game = this.games.find((each) => each.name === this.game.value);
    this.optionFields = {};
    const fields = Object.entries(game?.options ?? {}).map(([key, usual]) => {
      const choices = game.choices[key];
      const id = `option-${key}`;
      const input = choices
        ? h("select", { id }, ...choices.map((each) => new Option(each === "" ? "—" : each, each)))
        : h("input", { id, type: typeof usual === "number" ? "number" : "text", autocomplete: "off" });
      input.value = options[key] ?? usual;
      this.optionFields[key] = { input, usual };
      return h("div", { class: "field" }, h("label", { for: id }, tOr(`option-${key}`, key)), input);
    });
    this.gameOptions.replaceChildren(...fields);
  }

  /** The scene as it is filled in; where one was, the rest of it stays. */
  read() {
    const kind = this.kinds.find((input) => input.checked)?.value ?? "book";
    const options = {};
    for (const [key, { input, usual }] of Object.entries(this.optionFields ?? {})) {
      if (String(usual) !== input.value) options[key] = typeof usual === "number" ? Number(input.value) : typeof usual === "boolean" ? input.value === "true" : input.value;
    }
    const wanted = this.algorithms.map((select) => select.value).filter(Boolean);
    return {
      ...this.scene,
      kind,
      book: this.book.value,
      typed: this.typed.value.trim(),
      random: Object.fromEntries(Object.entries(this.random).map(([key, input]) => [key, wholeOf(input) ?? RANDOM[key]])),
      game: this.game.value,
      position: this.position.value.trim(),
      options,
      depth: wholeOf(this.depth),
      algorithms: [...new Set(wanted)],
      guess: wholeOf(this.more.guess),
      margin: wholeOf(this.more.margin),
      list: wholeOf(this.more.list),
      ...Object.fromEntries(OWN.map((key) => [key, wholeOf(this.more[key])])),
      ...Object.fromEntries(SHARING.map((key) => [key, wholeOf(this.sharing[key])])),
      step: 0,
      zooms: [],
    };
  }

  change(event) {
    if (event.target === this.game) {
      this.position.value = "";
      this.depth.value = "";
      this.showOptions({});
    }
    if (this.kinds.includes(event.target)) {
      this.depth.value = "";
      this.showKind(event.target.value);
    }
    if (event.target === this.book || event.target === this.typed) this.depth.value = "";
    if (this.algorithms.includes(event.target)) this.showSharing(this.algorithms.map((select) => select.value));
    this.onChange(this.read());
  }

  /** What is wrong with the typed tree, beside it; nothing any more without words. Whether it is said there. */
  blame(words = "") {
    const isHere = words !== "" && this.scene?.kind === "typed";
    this.fault.textContent = isHere ? words : "";
    this.fault.hidden = !isHere;
    if (isHere) this.typed.setAttribute("aria-invalid", "true");
    else this.typed.removeAttribute("aria-invalid");
    if (isHere) this.element.open = true;
    return isHere;
  }

  /** Enter shows what was typed; with Shift it begins a line. */
  enter(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.form.requestSubmit();
  }

  /** A tree to begin with, in place of what is there. */
  example() {
    this.typed.value = this.typed.value.trim() === EXAMPLE ? `min ${EXAMPLE}` : EXAMPLE;
    this.onChange(this.read());
  }

  submit(event) {
    event.preventDefault();
    this.onChange(this.read());
  }

  /** The random tree of the next seed. */
  another() {
    this.random.seed.value = (wholeOf(this.random.seed) ?? 0) + 1;
    this.onChange(this.read());
  }
}

function wholeOf(input) {
  const value = Number(input.value);
  return input.value.trim() === "" || !Number.isInteger(value) ? null : value;
}

function limitsOf(key) {
  return { branching: { min: 1, max: 40 }, depth: { min: 1, max: 12 }, seed: { min: 0 }, values: { min: 1, max: 500000 } }[key];
}

function numberField(id, limits) {
  return h("input", { type: "number", id, inputmode: "numeric", step: 1, autocomplete: "off", ...limits });
}

function field(id, word, input, kind = "") {
  return h("div", { class: `field ${kind}` }, h("label", { for: id, word }), input);
}
