/** Values that the texts of a profile may name in braces, such as `{phone}`, so that each value is written only once. */
export type Variables = Readonly<Record<string, string>>;

/** Thrown when a text names a variable that doesn't exist. */
export class UnknownVariable extends Error {}

/**
 * A copy of a profile, or of any part of it, with every `{variable}` in its texts replaced by its value.
 *
 * @throws UnknownVariable with the path of the text, such as `pages.home.title: there is no {nme}`
 */
export function interpolate<Texts>(texts: Texts, variables: Variables, path: readonly string[] = []): Texts {
  const fill = (value: unknown, at: readonly string[]): unknown => {
    if (typeof value === 'string') {
      // Nothing follows a comma or an "in" where there is no value.
      return value.replace(/(, | in |)\{([^{}]*)\}/g, (_, before: string, name: string) => {
        const known = Object.hasOwn(variables, name) ? variables[name] : undefined;
        if (known !== undefined) return known && before + known;
        throw new UnknownVariable(
          `${at.join('.')}: there is no {${name}}; there are ${Object.keys(variables).join(', ')}`,
        );
      });
    }
    if (Array.isArray(value)) return value.map((item, index) => fill(item, [...at, String(index)]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill(item, [...at, name])]));
  };
  return fill(texts, path) as Texts;
}
