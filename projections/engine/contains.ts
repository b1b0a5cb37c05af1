/** What trigrams can be made of, whatever the locale of the database. */
const INDEXED = /[a-z0-9]{3}/;

/**
 * The condition that a column of text has all texts of one of these groups in it, each as itself. An index of trigrams serves a
 * text that has a trigram; for a shorter one it would only be a detour to all rows.
 *
 * @param parameter adds a value of the statement and returns its name
 * @returns the condition, and what tells it from that of other texts with the same number of parameters
 */
export function containsWords(
  column: string,
  groups: readonly (readonly string[])[],
  parameter: (value: string) => string,
): { readonly text: string; readonly shape: string } {
  const contains = (text: string) => {
    if (!INDEXED.test(text)) return { text: `strpos(${column}, ${parameter(text)}) > 0`, shape: 's' };
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    return { text: `${column} like ${parameter(pattern)}`, shape: 'l' };
  };
  const parts = groups.map((words) => {
    // In one order, so that there are few statements.
    const each = words.toSorted((a, b) => Number(INDEXED.test(b)) - Number(INDEXED.test(a))).map(contains);
    return {
      text: each.map(({ text }) => text).join(' and '),
      shape: each.map(({ shape }) => shape).join(''),
    };
  });
  return {
    text: `(${parts.map(({ text }) => text).join(' or ')})`,
    shape: parts.map(({ shape }) => shape).join('.'),
  };
}
