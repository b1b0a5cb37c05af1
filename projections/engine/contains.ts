/** The characters that Postgres makes trigrams of, whatever the locale of the database. */
const INDEXED = /[a-z0-9]{3}/;

/**
 * The condition that a text column contains all texts of at least one of these groups, taken literally. An index of trigrams
 * finds texts with three letters or digits in a row; for a shorter one Postgres would read the whole index and then all rows.
 *
 * @param parameter adds a value of the statement and returns its name
 * @returns the condition, and a text that distinguishes it from conditions of another form with as many parameters
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
    // Always in the same order, so that there are few different statements.
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
