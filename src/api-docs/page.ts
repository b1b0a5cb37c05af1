import { type Html, html, trusted } from '../adapters/html.ts';
import { fieldsOf, type JsonSchema, typeOf } from './schema-fields.ts';
import { API_DOCS_STYLE } from './style.ts';

type Contents = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** The parts of our OpenAPI document that the page shows. */
export interface ApiDocument {
  readonly info: { readonly title: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
}

interface ApiOperation {
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: JsonSchema;
  }[];
  /** Names of security schemes, each with what a token has to open; one of them is needed. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Contents }>>;
}

const entry = (name: string, isOptional: boolean, about: Html): Html => html`
  <div><dt><code>${name}</code>${isOptional ? html` <em>optional</em>` : null}</dt><dd>${about}</dd></div>`;

const patternOf = (pattern: string | null | undefined): Html | null =>
  pattern ? html`, matching <code>${pattern}</code>` : null;

function fieldList(schema: JsonSchema): Html {
  const fields = fieldsOf(schema);
  return html`<dl>${fields.map(({ path, type, required, pattern, description }) => {
    const about = html`${type}${patternOf(pattern)}${description ? `. ${description}` : null}`;
    return entry(path === '' ? 'the body' : path, !required, about);
  })}</dl>`;
}

function contentList(contents: Contents | undefined): readonly Html[] {
  return Object.entries(contents ?? {}).map(([type, { schema }]) =>
    type === 'application/json' ? fieldList(schema) : html`<p>A body of type <code>${type}</code>.</p>`,
  );
}

const locationText = (location: string) => (location === 'query' ? '' : ` (in the ${location})`);

function parameterList({ parameters }: ApiOperation): Html | null {
  if (parameters.length === 0) return null;
  const entries = parameters.map(({ name, in: location, required, description, schema }) => {
    const about = description ?? typeOf(schema);
    const pattern = patternOf(schema.format === undefined ? schema.pattern : null);
    return entry(name, !required, html`${about}${description ? null : pattern}${locationText(location)}`);
  });
  return html`<h3>Parameters</h3><dl>${entries}</dl>`;
}

/** One entry for each problem code. The document joins the codes of a status, each as `` `slot-taken`: That time was just taken. `` */
function problemsOf({ responses }: ApiOperation): readonly Html[] {
  return Object.entries(responses).flatMap(([status, { description }]) =>
    description.split('\n\n').flatMap((line) => {
      const [, code, text = ''] = /^`([a-z-]+)`: (.+)$/.exec(line) ?? [];
      return code ? [entry(`${status} ${code}`, false, html`${text}`)] : [];
    }),
  );
}

/** The value that a client sends as `Authorization: Bearer`, by the names of the document's security schemes. */
const TOKENS: Readonly<Record<string, string>> = {
  managementToken: 'the booking’s management token',
  accessToken: 'the access token of a signed-in user',
  apiKey: 'an API key for',
};

function tokenNeeded({ security = [] }: ApiOperation): Html | null {
  const [first, ...others] = security.flatMap(Object.entries);
  if (first === undefined) return null;
  const wordsOf = ([scheme, roles]: readonly [string, readonly string[]]) =>
    html`${TOKENS[scheme] ?? scheme}${roles.map((role) => html` <code>${role}</code>`)}`;
  return html`<p>Needs ${wordsOf(first)}${others.map((other) => html` or ${wordsOf(other)}`)} as <code>Authorization: Bearer</code>.</p>`;
}

const idOf = (method: string, path: string) => `${method}${path}`.replace(/[^a-z]+/gi, '-').replace(/-$/, '');

function section(method: string, path: string, operation: ApiOperation): Html {
  const { summary, requestBody, responses } = operation;
  const problems = problemsOf(operation);
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return html`
<section aria-labelledby="${idOf(method, path)}">
  <h2 id="${idOf(method, path)}">${summary}</h2>
  <p class="address"><code><span class="method">${method}</span> ${path}</code></p>
  ${tokenNeeded(operation)}
  ${parameterList(operation)}
  ${requestBody ? html`<h3>Body</h3>${contentList(requestBody.content)}` : null}
  ${successes.map(([status, { content }]) => html`<h3>Response ${status}</h3>${content ? contentList(content) : html`<p>No body.</p>`}`)}
  ${problems.length > 0 ? html`<h3>Problems</h3><dl>${problems}</dl>` : null}
</section>`;
}

/** A font of the site: its family and where it is served. */
export interface SiteFont {
  readonly family: string;
  readonly url: string;
}

const fontFaces = (fonts: readonly SiteFont[]) =>
  fonts
    .map(
      ({ family, url }) =>
        `@font-face { font-family: "${family}"; src: url("${url}") format("woff2"); font-weight: 100 900; font-display: swap; }`,
    )
    .join('\n');

/** The API's documentation for people. It is rendered on the server, and has no scripts and nothing from other sites. */
export function apiDocsPage({ info, servers, paths }: ApiDocument, fonts: readonly SiteFont[]): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>HTTP interface · ${info.title}</title>
<link rel="icon" href="/favicon.svg">
<style>${trusted(fontFaces(fonts) + API_DOCS_STYLE)}</style>
</head>
<body>
<a class="skip" href="#operations">Skip to the operations</a>
<header><div>
  <p>${info.title}</p>
  <h1>HTTP interface</h1>
  <p>At <code>${servers[0]?.url ?? ''}</code>. For programs: <a href="/api/openapi.json">openapi.json</a>, OpenAPI 3.1.</p>
</div></header>
<div class="page">
<nav aria-labelledby="contents">
  <h2 id="contents">Contents</h2>
  <ul>${operations.map(({ method, path, operation }) => html`<li><a href="#${idOf(method, path)}">${operation.summary}</a></li>`)}</ul>
</nav>
<main id="operations">
<section aria-labelledby="conventions">
  <h2 id="conventions">Conventions</h2>
  <p>Bodies are JSON. An error is a problem (RFC 9457, <code>application/problem+json</code>) with a <code>status</code>, a stable <code>code</code>, a <code>detail</code> for people, and for a 400 the fields in <code>errors</code>.</p>
  <p>A command may carry an <code>Idempotency-Key</code>: repeated with the same key it is applied once and gets the same response. The response has the log’s <code>position</code> after the command; a query with <code>?after=</code> that position waits, at most two seconds, until its data includes the command. <code>X-Projected-Position</code> says which position the data of a query has reached.</p>
  <p>A program of the salon’s owner signs in with an API key, which an administrator makes in the settings under Connections. A key opens its areas, to read (every GET) or also to write, up to 600 requests a minute; more are answered with 429 and <code>Retry-After</code>.</p>
  <p>Every response has an <code>X-Correlation-Id</code>, which names the request in the logs: the caller’s if it sent a UUID, else a new one.</p>
</section>
${operations.map(({ method, path, operation }) => section(method, path, operation))}
</main>
</div>
</body>
</html>
`.html;
}
