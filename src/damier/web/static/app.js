// The shell of the page: which part is open, in which language and light. The address tells the part, after its #:
//
//     #/home    #/play/ID    #/theatre?...    #/lab
//
// Without one it is the first page with all games, or, where somebody came with games of his own, the play page.
//
// A part is a module with `open(root, path, parameters)`, which fills an empty element and answers with an object that has
// `close()` and, if a new address can be shown without opening it anew, `visit(path, parameters)`.

import { $ } from "./dom.js";
import { LANGUAGES, language, onLanguage, say, setLanguage, t } from "./words.js";

const PARTS = {
  home: () => import("./home/home.js"),
  play: () => import("./play/play.js"),
  theatre: () => import("./theatre/theatre.js"),
  lab: () => import("./lab/lab.js"),
};
const FIRST = document.documentElement.dataset.first;
const THEME = "damier-theme";
const THEMES = ["auto", "light", "dark"];

let opened = { name: null, part: null };

/** The part, the path below it and the parameters that the address tells. */
function address() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...rest] = path.split("/").map(decodeURIComponent);
  return { name: name in PARTS ? name : FIRST, path: rest, parameters: new URLSearchParams(query) };
}

let visits = 0;
let opening = Promise.resolve(); // a part that is being opened; another one waits for it, or both would write into one place

async function visit() {
  const number = ++visits;
  const wanted = address(); // now: a part that opens may write another one
  await opening.catch(() => {});
  if (number === visits) await (opening = show(wanted));
}

/** Show what an address tells. */
async function show({ name, path, parameters }) {
  for (const link of document.querySelectorAll("nav a[data-part]")) {
    if (link.dataset.part === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (name === opened.name && opened.part?.visit) {
    opened.part.visit(path, parameters);
    return;
  }
  opened.part?.close();
  opened = { name, part: null };
  const root = $("view");
  root.replaceChildren();
  root.className = name;
  document.body.dataset.theme = "";
  document.title = `${t(name)} · damier`;
  const module = await PARTS[name]();
  opened.part = await module.open(root, path, parameters);
  say(root);
}

function setTheme(theme) {
  localStorage.setItem(THEME, theme);
  if (theme === "auto") delete document.documentElement.dataset.light;
  else document.documentElement.dataset.light = theme;
}

function fill(select, values, chosen, onChange) {
  select.replaceChildren(...values.map(([value, text]) => new Option(text, value, false, value === chosen)));
  select.onchange = () => onChange(select.value);
}

function showChoices() {
  fill($("language"), Object.entries(LANGUAGES), language, setLanguage);
  const theme = localStorage.getItem(THEME) ?? "auto";
  fill($("theme"), THEMES.map((each) => [each, t(`theme-${each}`)]), theme, setTheme);
}

document.documentElement.lang = language;
setTheme(localStorage.getItem(THEME) ?? "auto");
onLanguage(showChoices);
showChoices();
say();
if (new URLSearchParams(location.search).has("token")) history.replaceState(null, "", `/${location.hash}`);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the # of an address tells the part
  $("view").focus();
});
addEventListener("hashchange", visit);
visit();
