// The JSON interface, drawn from /openapi.json: paths first, then the models they speak of.

const api = await (await fetch("/openapi.json")).json();
const page = document.getElementById("doc");

function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

/** A paragraph in which what stands between backquotes is code. */
function paragraph(text) {
  const made = element("p");
  made.append(...text.split("`").map((part, i) => (i % 2 ? element("code", part) : part)));
  return made;
}

const last = (reference) => reference.split("/").at(-1);

/** A JSON schema in a few words. */
function words(schema = {}) {
  if (schema.$ref) return last(schema.$ref);
  if (schema.anyOf) return schema.anyOf.map(words).join(" or ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(", ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.prefixItems) return `[${schema.prefixItems.map(words).join(", ")}]`;
  if (schema.type === "array") return `list of ${words(schema.items)}`;
  const limits = [["minimum", "≥"], ["maximum", "≤"], ["maxLength", "length ≤"]];
  const bounds = limits.filter(([key]) => key in schema).map(([key, sign]) => `${sign} ${schema[key]}`);
  return [schema.type ?? "anything", ...bounds].join(", ");
}

function table(rows) {
  const made = element("table");
  for (const cells of rows) {
    const row = element("tr");
    cells.forEach((text, i) => {
      const cell = element(i ? "td" : "th");
      cell.append(i === 1 ? element("code", text) : text);
      row.append(cell);
    });
    made.append(row);
  }
  return made;
}

for (const [path, methods] of Object.entries(api.paths)) {
  for (const [method, call] of Object.entries(methods)) {
    const section = element("section", "", "card");
    const title = element("h2");
    title.append(element("span", method.toUpperCase(), "method"), element("code", path));
    const asked = call.requestBody?.content["application/json"].schema;
    const answers = Object.entries(call.responses).map(([status, answer]) => [
      status,
      words(answer.content?.["application/json"]?.schema ?? { type: "nothing" }),
      answer.description,
    ]);
    section.append(title, paragraph(call.description ?? call.summary));
    section.append(table([...(asked ? [["body", words(asked), ""]] : []), ...answers]));
    page.append(section);
  }
}

const models = Object.entries(api.components.schemas).filter(([name]) => !name.startsWith("HTTP") && name !== "ValidationError");
for (const [name, model] of models) {
  const section = element("section", "", "card");
  section.append(element("h2", name), paragraph(model.description ?? ""));
  const required = new Set(model.required ?? []);
  section.append(
    table(
      Object.entries(model.properties ?? {}).map(([field, schema]) => [
        field,
        words(schema),
        [schema.description, required.has(field) || !("default" in schema) ? "" : `default ${JSON.stringify(schema.default)}`]
          .filter(Boolean)
          .join("; "),
      ]),
    ),
  );
  page.append(section);
}
