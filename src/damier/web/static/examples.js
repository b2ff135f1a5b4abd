// The example of a call of the JSON interface, as openapi.json has it: how a terminal and a page send it, and what comes back.

import { h } from "./dom.js";

const COOKIES = "cookies.txt"; // where curl keeps what lets it in

/** What a terminal says first, so that it is let in as the page is. */
export const visit = () => `curl -s -c ${COOKIES} -o /dev/null ${location.origin}/`;

/** A text between single quotes, as shells read it. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** The address that an example asks, with what stands in its path and behind it. */
function address(path, parameters) {
  const asked = new URLSearchParams();
  for (const { name, in: where, example } of parameters) {
    if (example === undefined) continue;
    if (where === "path") path = path.replace(`{${name}}`, encodeURIComponent(example));
    else if (where === "query") asked.set(name, example);
  }
  return asked.size ? `${path}?${asked}` : path;
}

function inTerminal(method, where, body) {
  const verb = method === (body === undefined ? "GET" : "POST") ? "" : ` -X ${method}`;
  const lines = [`curl -s -b ${COOKIES}${verb} ${quoted(location.origin + where)}`];
  if (body !== undefined) lines.push(`-H ${quoted("Content-Type: application/json")}`, `-d ${quoted(JSON.stringify(body))}`);
  return lines.join(" \\\n  ");
}

function inPage(method, where, body) {
  const options = [];
  if (method !== "GET") options.push(`  method: ${JSON.stringify(method)},`);
  if (body !== undefined) {
    options.push('  headers: { "Content-Type": "application/json" },', `  body: JSON.stringify(${JSON.stringify(body)}),`);
  }
  return `await fetch(${JSON.stringify(where)}${options.length ? `, {\n${options.join("\n")}\n}` : ""})`;
}

/** JSON that can be read: what is short stands in one line. */
export function written(value, margin = "") {
  const short = JSON.stringify(value, null, 1)?.replace(/\n\s*/g, " ") ?? "";
  if (value === null || typeof value !== "object" || short.length + margin.length <= 96) return short;
  const inner = `${margin}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => inner + written(each, inner))
    : Object.entries(value).map(([key, each]) => `${inner}${JSON.stringify(key)}: ${written(each, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.join(",\n")}\n${margin}${close}`;
}

const block = (title, text) =>
  h("div", { class: "shown" }, h("h4", {}, title), h("pre", { tabindex: "0", "aria-label": title }, h("code", {}, text)));

/** The example of a call, to be opened; nothing if there is none. */
export function example(path, method, call) {
  const name = method.toUpperCase();
  const body = call.requestBody?.content["application/json"]?.example;
  const where = address(path, call.parameters ?? []);
  if (where.includes("{") || (call.requestBody && body === undefined)) return null;
  const [status, given] = Object.entries(call.responses).find(([code]) => code < 400);
  const answer = Object.values(given.content ?? {})[0]?.example;
  const told = answer === undefined ? "(nothing)" : typeof answer === "string" ? answer : written(answer);
  return h(
    "details",
    { class: "example" },
    h("summary", {}, "Example"),
    block("In a terminal", inTerminal(name, where, body)),
    block("In a page", inPage(name, where, body)),
    block(`The answer, ${status}; of lists the first entries`, told),
  );
}
