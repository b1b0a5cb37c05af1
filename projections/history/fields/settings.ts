import type { SettingsEvent } from '../../../src/features/settings/events.ts';
import { dollars } from '../../../src/salon/money.ts';
import type { Fields, Tell } from './fields.ts';

type Value = Fields[string];

const isPlain = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const textOf = (name: string, value: string | number | boolean | null): string =>
  name.endsWith('_cents') && typeof value === 'number' ? dollars(value) : String(value ?? '');

/** Everything that a part of a section says, one line for each thing in it. */
function linesOf(value: unknown, name = ''): string[] {
  if (isPlain(value)) return value === null ? [] : [textOf(name, value)];
  if (Array.isArray(value)) return value.flatMap((item) => linesOf(item));
  const entries = Object.entries(value as object);
  const words = entries.flatMap(([field, part]) =>
    isPlain(part) && part !== null ? [textOf(field, part)] : [],
  );
  const parts = entries.flatMap(([field, part]) => (isPlain(part) ? [] : linesOf(part, field)));
  return words.length > 0 ? [words.join(' \u00b7 '), ...parts] : parts;
}

/** The section's own fields. A field with several values becomes a list of lines, and the history shows the lines that changed. */
const fieldsOf = (settings: object): Fields =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]): [string, Value] => [
      name,
      isPlain(value) ? value : linesOf(value),
    ]),
  );

/** Tells the changes of the profile, each section by its name. The file's own values are no change: only the first event of a section brings them along. */
export const tellSettings: Tell<SettingsEvent> = ({ data: { section, settings, before } }) => ({
  key: section,
  fields: fieldsOf(settings),
  ...(before && { before: fieldsOf(before) }),
});
