/** Markup that is safe to send, because all text in it has been escaped. */
export interface Html {
  readonly html: string;
}

type HtmlPart = string | number | Html | null | readonly HtmlPart[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const isList = (part: HtmlPart): part is readonly HtmlPart[] => Array.isArray(part);

function render(part: HtmlPart): string {
  if (part === null) return '';
  if (isList(part)) return part.map(render).join('');
  if (typeof part === 'object') return part.html;
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Builds markup from a template. Every value in the template is escaped, unless it is markup already. */
export const html = (texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html => ({
  html: texts.map((text, index) => text + render(parts[index] ?? null)).join(''),
});

/** Marks a text as safe markup. Use it only for text of our own, such as a style sheet, never for text from outside. */
export const trusted = (text: string): Html => ({ html: text });
