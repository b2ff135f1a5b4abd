// What the server refuses, in words of the page.

import { number } from "../words.js";
import { t } from "./words.js";

/** What the server says, in the language of the page where it is one of the usual refusals. */
export function refusal(message) {
  const large = /^the tree to depth (\d+) has more than ([\d,]+) nodes/.exec(message);
  if (large) return t("too-large", { depth: large[1], nodes: number(Number(large[2].replaceAll(",", ""))) });
  const long = /^(.*) takes more than ([\d,]+) steps/.exec(message);
  if (long) return t("too-long", { title: long[1], steps: number(Number(long[2].replaceAll(",", ""))) });
  const over = /^the game is over in this position: (.*)$/.exec(message);
  if (over) return t("game-over", { position: over[1] });
  const tree = /^.* is no tree: (.*)$/s.exec(message);
  if (tree) return t("no-tree", { reason: /^write nested/.test(tree[1]) ? t("no-tree-lists") : tree[1] });
  return message.charAt(0).toUpperCase() + message.slice(1);
}
