/** Markup that is safe to send, because all text in it has been escaped. */
export interface Html {
  readonly html: string;
}

type HtmlChild = string | number | Html | null | readonly HtmlChild[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const isList = (child: HtmlChild): child is readonly HtmlChild[] => Array.isArray(child);

function render(child: HtmlChild): string {
  if (child === null) return '';
  if (isList(child)) return child.map(render).join('');
  if (typeof child === 'object') return child.html;
  return String(child).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Builds markup from a template. Every value in the template is escaped, unless it is markup already. */
export const html = (texts: TemplateStringsArray, ...children: readonly HtmlChild[]): Html => ({
  html: texts.map((text, index) => text + render(children[index] ?? null)).join(''),
});

/** Marks a text as safe markup. Use it only for text of our own, such as a style sheet, never for text from outside. */
export const trusted = (text: string): Html => ({ html: text });
