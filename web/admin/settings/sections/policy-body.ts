import type { Sections } from '../../../../src/contracts/settings/sections.ts';

type Body = Sections['policies']['terms']['sections'][number]['body'];

const BULLET = /^\s*[-•*]\s+/;

/** The text in which people edit a policy: blank lines between paragraphs, and a dash before each line of a list. */
export const bodyText = (body: Body): string =>
  body
    .map((part) => (typeof part === 'string' ? part : part.map((line) => `- ${line}`).join('\n')))
    .join('\n\n');

/** Its paragraphs and lists. */
export const bodyOf = (text: string): Body =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap(partsOf);

/** A list may follow its paragraph without a blank line between them. */
function partsOf(part: string): (string | string[])[] {
  const parts: (string | string[])[] = [];
  for (const line of part.split('\n')) {
    const last = parts.at(-1);
    if (BULLET.test(line)) {
      const item = line.replace(BULLET, '').trim();
      if (Array.isArray(last)) last.push(item);
      else parts.push([item]);
    } else if (typeof last === 'string') parts[parts.length - 1] = `${last}\n${line}`;
    else parts.push(line);
  }
  return parts;
}
