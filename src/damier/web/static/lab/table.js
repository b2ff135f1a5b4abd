// The table of a result.

import { h } from "../dom.js";
import { number, t } from "../words.js";
import { heading } from "./words.js";

const OF_THE_BOOK = /^(book|book's best|known)$/; // the headings of what was published
const LONG = 12; // letters of a text that may be broken into lines

export function resultTable(found, caption) {
  const larger = new Set(found.larger.map(([row, column]) => `${row} ${column}`));
  const isLong = (j) => found.rows.some((row) => String(row[j]).length > LONG);
  const look = found.columns.map((column, j) =>
    [column.is_text ? (isLong(j) ? "long" : "") : "figure", OF_THE_BOOK.test(column.name) ? "book" : ""].filter(Boolean).join(" "),
  );
  const hasBook = look.some((each) => each.includes("book"));
  return h(
    "table",
    {},
    h("caption", {}, h("span", {}, caption, hasBook ? ` ${t("lab-book")}` : "")),
    h("thead", {}, h("tr", {}, ...found.columns.map((column, j) => h("th", { scope: "col", class: look[j] }, heading(column.name.trim()))))),
    h(
      "tbody",
      {},
      ...found.rows.map((row, i) =>
        h(
          "tr",
          { class: i && row[0] !== found.rows[i - 1][0] ? "group" : null },
          ...row.map((value, j) => {
            const attributes = { class: look[j] };
            if (larger.has(`${i} ${j}`)) attributes.title = t("lab-larger", { value: write(value, found.columns[j]) });
            const text = (larger.has(`${i} ${j}`) ? "> " : "") + write(value, found.columns[j]);
            return j ? h("td", attributes, text) : h("th", { scope: "row", ...attributes }, text);
          }),
        ),
      ),
    ),
  );
}

function write(value, column) {
  if (value === null) return "";
  if (typeof value !== "number") return String(value);
  const digits = column.digits ?? (Number.isInteger(value) ? 0 : undefined);
  return number(value, digits);
}
