// The JSON interface, drawn from /openapi.json: routes by the part of damier they belong to, then the models they speak of.

import { $, h } from "./dom.js";
import { example, visit } from "./examples.js";

const PARTS = [
  ["/api/lab", "The lab"],
  ["/api/theatre", "The theatre"],
  ["/api/", "Games"],
  ["", "More"],
];

const light = localStorage.getItem("damier-theme"); // that was chosen in the page
if (light === "light" || light === "dark") document.documentElement.dataset.light = light;

const api = await (await fetch("/openapi.json")).json();
const page = $("doc");

/** A paragraph in which what stands between backquotes is code. */
const paragraph = (text) => h("p", {}, ...text.split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part)));

/** Nodes with a word between each two. */
const joined = (lists, word) => lists.flatMap((nodes, i) => (i ? [word, ...nodes] : nodes));

/** A JSON schema in a few words, models as links. */
function words(schema = {}) {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1);
    return [h("a", { href: `#${name}` }, name)];
  }
  if (schema.anyOf) return joined(schema.anyOf.map(words), " or ");
  if (schema.allOf) return joined(schema.allOf.map(words), " and ");
  if (schema.enum) return [schema.enum.map((value) => JSON.stringify(value)).join(", ")];
  if ("const" in schema) return [JSON.stringify(schema.const)];
  if (schema.prefixItems) return ["[", ...joined(schema.prefixItems.map(words), ", "), "]"];
  if (schema.type === "array") return ["list of ", ...words(schema.items)];
  if (typeof schema.additionalProperties === "object") return ["object, values: ", ...words(schema.additionalProperties)];
  const limits = [
    ["minimum", "≥"],
    ["exclusiveMinimum", ">"],
    ["maximum", "≤"],
    ["exclusiveMaximum", "<"],
    ["maxLength", "length ≤"],
  ];
  const bounds = limits.filter(([key]) => key in schema).map(([key, sign]) => `${sign} ${schema[key]}`);
  return [[schema.type ?? "anything", ...bounds].join(", ")];
}

/** Rows of a name, a schema in words, and what is said about it. */
function table(rows) {
  if (!rows.length) return null;
  return h(
    "div",
    { class: "rows" },
    h(
      "table",
      {},
      h(
        "tbody",
        {},
        ...rows.map(([name, kind, about]) =>
          h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, h("code", {}, ...kind)), h("td", {}, about)),
        ),
      ),
    ),
  );
}

const told = (schema, isRequired) =>
  [schema.description, isRequired || !("default" in schema) ? "" : `default ${JSON.stringify(schema.default)}`].filter(Boolean).join("; ");

/** What an answer contains: a schema in words, or the kind of file it is. */
function content(answer) {
  const [kind, found] = Object.entries(answer.content ?? {})[0] ?? [];
  if (!kind) return ["nothing"];
  return kind === "application/json" ? words(found.schema) : [kind];
}

const refusals = {}; // what each status means, told once for all routes

function route(path, method, call) {
  const parameters = (call.parameters ?? []).map((each) => [
    each.name,
    words(each.schema),
    [each.in === "path" ? "in the path" : `in the ${each.in}`, told({ ...each.schema, description: each.description }, each.required)]
      .filter(Boolean)
      .join("; "),
  ]);
  const asked = call.requestBody ? [["body", content(call.requestBody), call.requestBody.required ? "" : "may be left out"]] : [];
  const answers = Object.entries(call.responses);
  const given = answers.filter(([status]) => status < 400);
  const refused = answers.filter(([status]) => status >= 400);
  for (const [status, answer] of refused) refusals[status] = (refusals[status] ?? new Set()).add(answer.description);
  const rows = [
    ...parameters,
    ...asked,
    ...given.map(([status, answer]) => [status, content(answer), answer.description.replace("Successful Response", "")]),
    ...(refused.length ? [["refused", content(refused[0][1]), refused.map(([status]) => status).join(", ")]] : []),
  ];
  return h(
    "section",
    { class: "card route", id: call.operationId },
    h("h3", {}, h("span", { class: "method" }, method.toUpperCase()), h("code", {}, path)),
    paragraph(call.description ?? call.summary ?? ""),
    table(rows),
    example(path, method, call),
  );
}

function model(name, schema) {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(([field, each]) => [field, words(each), told(each, required.has(field))]);
  return h(
    "section",
    { class: "card model", id: name },
    h("h3", {}, name),
    schema.description ? paragraph(schema.description) : null,
    schema.properties ? table(rows) : h("p", {}, h("code", {}, ...words(schema))),
  );
}

function chapter(title, id, sections) {
  if (!sections.length) return;
  $("contents").append(h("a", { href: `#${id}` }, title));
  page.append(h("h2", { id }, title), ...sections);
}

page.append(
  h(
    "section",
    { class: "card", id: "begin" },
    paragraph("Each call has an example. In a terminal one first visits the page, which lets in what comes after:"),
    h("pre", { tabindex: "0", "aria-label": "The first visit" }, h("code", {}, visit())),
    paragraph("A server that listens for other computers prints a token instead; it is sent as `Authorization: Bearer TOKEN`."),
  ),
);

const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ path, part: PARTS.findIndex(([start]) => path.startsWith(start)), method, call })),
);
for (const [part, title] of [2, 1, 0, 3].map((place) => [place, PARTS[place][1]])) {
  const sections = routes.filter((each) => each.part === part).map(({ path, method, call }) => route(path, method, call));
  chapter(title, `part-${part}`, sections);
}
const meanings = Object.entries(refusals).map(([status, said]) => [status, [[...said].join("; ")], ""]);
chapter("Refusals", "refusals", [
  h("section", { class: "card" }, paragraph("A request that is refused is answered with one clear message."), table(meanings)),
]);
const models = Object.entries(api.components?.schemas ?? {}).filter(([name]) => !name.startsWith("HTTP") && name !== "ValidationError");
chapter("Models", "models", models.map(([name, schema]) => model(name, schema)));

// what the address points to was not there when the page came
if (location.hash.length > 1) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
