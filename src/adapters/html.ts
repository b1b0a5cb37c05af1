/** Markup that is safe to send: text in it has been escaped. */
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

/** Builds markup from a template; every value in it is escaped unless it is markup already. */
export const html = (texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html => ({
  html: texts.map((text, index) => text + render(parts[index] ?? null)).join(''),
});

/** Marks text of ours, such as a style sheet, as safe markup. Never use it for text from outside. */
export const trusted = (text: string): Html => ({ html: text });
