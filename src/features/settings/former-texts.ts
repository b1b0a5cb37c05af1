import { SECTIONS, type Sections } from '../../contracts/settings/sections.ts';
import type { FormerText } from '../../contracts/settings/settings.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import { upcast } from '../../eventsourcing/event-types.ts';
import { SALON, settingsEventTypes } from './events.ts';

type Salon = Sections['salon'];

/** Words that are no longer true, and what takes their place. */
interface Replacement {
  readonly says: string;
  readonly instead: string;
}

/** Facts about the salon that people write into texts; the longest first, since a city's name is part of the second. */
const FACTS: readonly ((salon: Salon) => string)[] = [
  ({ name }) => name,
  ({ address }) => `${address.city}, ${address.region}`,
  ({ address }) => address.city,
  ({ phone }) => phone,
];

/** The salon's former names, addresses and phones, each with the present one. */
export const replacements = (now: Salon, former: readonly Salon[]): readonly Replacement[] =>
  FACTS.flatMap((fact) =>
    [...new Set(former.map(fact))]
      .filter((says) => says !== fact(now))
      .map((says) => ({ says, instead: fact(now) })),
  );

/** Whole words only. The present text may contain the former one, and is left as it is. */
function withoutFormer(text: string, { says, instead }: Replacement): string {
  // Few texts have them, and a salon may have been called a thousand things.
  if (!text.includes(says)) return text;
  const literally = says.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&');
  const words = new RegExp(`(?<![\\p{L}\\p{N}])${literally}(?![\\p{L}\\p{N}])`, 'gu');
  return text
    .split(instead)
    .map((part) => part.replaceAll(words, () => instead))
    .join(instead);
}

/** Each text within a value, with where it is. */
function textsIn(value: unknown, path: FormerText['path'] = []): [FormerText['path'], string][] {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...path, name]));
}

/** The texts of the settings that still say something former. Most name such facts in braces, and so never do. */
export const formerTexts = (sections: Sections, replaced: readonly Replacement[]): FormerText[] =>
  SECTIONS.flatMap((section) => {
    const { [section]: settings } = sections;
    // The facts themselves are no texts about them.
    const texts = section === 'salon' ? { tagline: sections.salon.tagline } : settings;
    return textsIn(texts).flatMap(([path, text]) => {
      const instead = replaced.reduce(withoutFormer, text);
      return instead === text ? [] : [{ section, path, text, instead }];
    });
  });

/** The salon's own data in every saved state, and before the first. */
export async function salonsSoFar(log: Pick<EventStore, 'read'>, ofFile: Salon): Promise<readonly Salon[]> {
  const changes = (await log.read(SALON)).filter(({ type }) => type === 'SettingsChanged');
  const saved = changes.flatMap((recorded) => {
    const { section, settings } = upcast(recorded, settingsEventTypes).data;
    return section === 'salon' ? [settings as Salon] : [];
  });
  return [ofFile, ...saved];
}
