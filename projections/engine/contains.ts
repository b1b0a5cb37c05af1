/** What trigrams can be made of, whatever the locale of the database. */
const INDEXED = /[a-z0-9]{3}/;

/**
 * The condition that a column of text has one of these texts in it, each as itself. An index of trigrams serves a text that
 * has a trigram; for a shorter one it would only be a detour to all rows.
 *
 * @param parameter adds a value of the statement and returns its name
 * @returns the condition, and what tells it from that of other texts with the same number of parameters
 */
export function containsOneOf(
  column: string,
  texts: readonly string[],
  parameter: (value: string) => string,
): { readonly text: string; readonly shape: string } {
  const parts = texts.map((text) => {
    if (!INDEXED.test(text)) return { text: `strpos(${column}, ${parameter(text)}) > 0`, shape: 's' };
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    return { text: `${column} like ${parameter(pattern)}`, shape: 'l' };
  });
  return {
    text: `(${parts.map(({ text }) => text).join(' or ')})`,
    shape: parts.map(({ shape }) => shape).join(''),
  };
}
