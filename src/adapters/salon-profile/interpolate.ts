/** Facts that the texts of a profile may name in braces, such as `{phone}`, so that each is written down once. */
export type ProfileFacts = Readonly<Record<string, string>>;

/** A text names something that isn't there. */
export class UnknownFact extends Error {}

/**
 * A copy of a profile, or of any part of it, with every `{fact}` in its texts replaced.
 *
 * @throws UnknownFact naming the place, `pages.home.title: there is no {nme}`
 */
export function withFacts<Part>(part: Part, facts: ProfileFacts, path: readonly string[] = []): Part {
  const fill = (value: unknown, at: readonly string[]): unknown => {
    if (typeof value === 'string') {
      return value.replace(/\{(\w*)\}/g, (_, name: string) => {
        const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
        if (fact !== undefined) return fact;
        throw new UnknownFact(
          `${at.join('.')}: there is no {${name}}; there are ${Object.keys(facts).join(', ')}`,
        );
      });
    }
    if (Array.isArray(value)) return value.map((item, index) => fill(item, [...at, String(index)]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill(item, [...at, name])]));
  };
  return fill(part, path) as Part;
}
