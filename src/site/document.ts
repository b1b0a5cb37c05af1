import { PAGE_PARTS, type RenderedPage } from '../contracts/prerendering.ts';
import { type Html, html } from '../http/html.ts';

const EMPTY_ROOT = `<div id="${PAGE_PARTS.root}"></div>`;
const HEAD_END = '</head>';

/** Text in a script element ends at the first `</script` or goes astray at `<!--`, whatever is around it. */
const asScriptText = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A script element that holds data and is never run, as the content security policy wants it. */
const dataBlock = (attributes: string, value: unknown) =>
  `<script ${attributes}>${asScriptText(value)}</script>`;

/** The built document with something in its places: tags for the head, and what its root holds. */
function filled(template: string, head: string, root: string): string {
  const [before, after, ...more] = template.split(EMPTY_ROOT);
  if (before === undefined || after === undefined || more.length > 0 || !before.includes(HEAD_END)) {
    throw new Error(`The site's document has no ${EMPTY_ROOT} after its head.`);
  }
  const [start, end] = before.split(HEAD_END);
  return [start, head, HEAD_END, end, root, after].join('');
}

/** A whole page, readable without a script; `structuredData` is for search engines. */
export function pageDocument(
  template: string,
  { head, body, answers }: RenderedPage,
  structuredData: readonly object[],
): string {
  const root = `<div id="${PAGE_PARTS.root}">${body}</div>`;
  const block = dataBlock(`type="application/json" id="${PAGE_PARTS.answers}"`, answers);
  const linkedData = structuredData.map((data) => dataBlock('type="application/ld+json"', data));
  return filled(template, head + linkedData.join(''), root + block);
}

/** A page that the browser renders by itself, and names; `fallback` is markup for those without scripts. */
export function emptyDocument(template: string, title: string, fallback: Html): string {
  const content = html`<noscript>${fallback}</noscript>`.html;
  return filled(template, html`<title>${title}</title>`.html, EMPTY_ROOT + content);
}
