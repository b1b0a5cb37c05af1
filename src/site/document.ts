import { type Html, html } from '../adapters/html.ts';
import { DOCUMENT_NAMES, type RenderedPage } from '../contracts/salon/prerendering.ts';

const EMPTY_ROOT = `<div id="${DOCUMENT_NAMES.root}"></div>`;
const HEAD_END = '</head>';

/** JSON without `<`: even inside a string, `</script` ends a script element, and `<!--` changes how the element is parsed. */
const asScriptText = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A script element that contains data. It never runs, so the content security policy allows it. */
const dataBlock = (attributes: string, value: unknown) =>
  `<script ${attributes}>${asScriptText(value)}</script>`;

/** The built document with more tags in its head, and with markup in place of its empty root element. */
function filled(template: string, head: string, root: string): string {
  const [before, after, ...more] = template.split(EMPTY_ROOT);
  if (before === undefined || after === undefined || more.length > 0 || !before.includes(HEAD_END)) {
    throw new Error(`The site's document has no ${EMPTY_ROOT} after its head.`);
  }
  const [start, end] = before.split(HEAD_END);
  return [start, head, HEAD_END, end, root, after].join('');
}

/** The document of a prerendered page, which can be read without scripts. `structuredData` is for search engines. */
export function pageDocument(
  template: string,
  { head, body, initialData }: RenderedPage,
  structuredData: readonly object[],
): string {
  const root = `<div id="${DOCUMENT_NAMES.root}">${body}</div>`;
  const block = dataBlock(`type="application/json" id="${DOCUMENT_NAMES.initialData}"`, initialData);
  const linkedData = structuredData.map((data) => dataBlock('type="application/ld+json"', data));
  return filled(template, head + linkedData.join(''), root + block);
}

/** The document of a page that the browser renders. `fallback` is markup for browsers without scripts. */
export function emptyDocument(template: string, title: string, fallback: Html): string {
  const content = html`<noscript>${fallback}</noscript>`.html;
  return filled(template, html`<title>${title}</title>`.html, EMPTY_ROOT + content);
}
