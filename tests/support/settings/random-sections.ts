import fc from 'fast-check';
import { z } from 'zod';
import {
  SECTIONS,
  type SectionName,
  type Sections,
  sectionSchemas,
} from '../../../src/contracts/settings/sections.ts';
import { type TextUse, VARIABLES } from '../../../src/contracts/settings/variables.ts';

/** Random settings, made from the schemas of the sections: any values of their types, and texts that people may type. */

const arbitraries = new WeakMap<z.ZodType, fc.Arbitrary<unknown>>();

const made = (arbitrary: fc.Arbitrary<string>): z.ZodType<string> => {
  const schema = z.string();
  arbitraries.set(schema, arbitrary);
  return schema;
};

const ODD = [
  '<script>alert(1)</script>',
  '&amp;',
  '"',
  "'",
  '\\',
  '💇🏽‍♀️',
  'علی',
  '{}',
  '\u2028',
  '$&',
  '</title>',
  '…',
  ' | ',
];

/** A text of at most so many characters, with words in braces if it may have some. */
const text = (max: number, { use, breaks }: { readonly use?: TextUse; readonly breaks?: boolean } = {}) => {
  const piece = fc.oneof(
    { weight: 5, arbitrary: fc.stringMatching(/^[A-Za-z ,.;:!?-]{1,30}$/) },
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom(...ODD.filter((odd) => use === undefined || !odd.includes('{'))),
    ...(use ? [fc.constantFrom(...VARIABLES[use].map((name) => `{${name}}`))] : []),
    ...(breaks ? [fc.constantFrom('\n', '\n\n', '\n- ')] : []),
  );
  return fc
    .array(piece, { minLength: 1, maxLength: 12 })
    .map((pieces) => {
      // Half a word in braces is none, and half a character is refused.
      let whole = 'A';
      for (const next of pieces) if (whole.length + next.length <= max) whole += next;
      return whole.replaceAll(/[{}]/g, (brace, at: number) => (use && !isOfWord(whole, at) ? '' : brace));
    })
    .filter((typed) => typed.trim() !== '');
};

const isOfWord = (whole: string, at: number): boolean =>
  [...whole.matchAll(/\{\w+\}/g)].some(
    ({ index, 0: word }) => at === index || at === index + word.length - 1,
  );

const SCHEMAS = sectionSchemas({
  line: (max) => made(text(max)),
  words: (max) => made(text(max, { use: 'page' })),
  paragraph: (max) => made(text(max, { use: 'page', breaks: true })),
  textMessage: () => made(text(600, { use: 'text', breaks: true })),
  mailLine: () => made(text(150, { use: 'mail' })),
  mailText: () => made(text(1_500, { use: 'mail', breaks: true })),
  webAddress: () => made(fc.webUrl()),
  contactAddress: () =>
    made(fc.oneof(fc.constantFrom('#', '/gallery', 'mailto:hello@salon.example'), fc.webUrl())),
  clock: () =>
    made(
      fc
        .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
        .map(([h, m]) => `${two(h)}:${two(m)}`),
    ),
  date: () => made(fc.constantFrom('2025-01-01', '2026-02-28')),
});
const two = (number: number) => String(number).padStart(2, '0');

/** A zod schema's definition; its type decides which of the fields it has. */
interface Definition {
  readonly type: string;
  readonly checks?: readonly z.core.$ZodCheck[];
  readonly shape: Readonly<Record<string, z.ZodType>>;
  readonly element: z.ZodType;
  readonly options: readonly z.ZodType[];
  readonly values: readonly unknown[];
  readonly entries: Readonly<Record<string, string>>;
  readonly innerType: z.ZodType;
  readonly format?: string;
}

function valuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const own = arbitraries.get(schema);
  if (own) return own;
  const def = schema._zod.def as unknown as Definition;
  const checks = (def.checks ?? []).map(
    (check) => check._zod.def as { check: string } & Record<string, number>,
  );
  const limitOf = (...names: readonly string[]) => {
    const limit = checks.find(({ check }) => names.includes(check));
    return limit?.value ?? limit?.minimum ?? limit?.maximum;
  };
  const minimum = limitOf('greater_than', 'min_length');
  const maximum = limitOf('less_than', 'max_length');
  switch (def.type) {
    case 'object': {
      const { shape } = def;
      const optional = Object.keys(shape).filter((name) => shape[name]?._zod.def.type === 'optional');
      return fc.record(
        Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, valuesOf(part)])),
        { requiredKeys: Object.keys(shape).filter((name) => !optional.includes(name)) as never },
      );
    }
    case 'array':
      return fc.array(valuesOf(def.element), {
        minLength: minimum ?? 0,
        maxLength: minimum === maximum ? maximum : Math.min(maximum ?? 4, 4),
      } as fc.ArrayConstraints);
    case 'union':
      return fc.oneof(...def.options.map(valuesOf));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'optional':
      return valuesOf(def.innerType);
    case 'nullable':
      return fc.option(valuesOf(def.innerType));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return def.format === 'safeint'
        ? fc.integer({ min: minimum ?? 0, max: maximum ?? 9 })
        : fc.double({ min: minimum ?? 0, max: maximum ?? 9, noNaN: true });
    case 'string':
      return fc.constantFrom('updo', 'mens-haircut', 'nowhere-to-be-found');
    default:
      throw new Error(`no random values of the type ${def.type}`);
  }
}

const PHONES = ['(925) 555-0142', '+1 415 555 0100', '650-253-0000'];
const ZONES = ['America/Los_Angeles', 'Europe/Berlin', 'UTC', 'Asia/Kathmandu'];

/** A random section. Its phone number can be dialled, and its time zone exists, which no schema says. */
const randomSection = <Name extends SectionName>(section: Name): fc.Arbitrary<Sections[Name]> => {
  const settings = valuesOf(SCHEMAS[section]) as fc.Arbitrary<Sections[Name]>;
  if (section !== 'salon') return settings;
  return fc
    .tuple(settings, fc.constantFrom(...PHONES), fc.constantFrom(...ZONES))
    .map(([salon, phone, time_zone]) => ({
      ...salon,
      phone,
      time_zone,
      address: { ...(salon as Sections['salon']).address, country: 'US' },
    }));
};

/** Random settings: some sections, the others as they are. */
export const randomSections: fc.Arbitrary<Partial<Sections>> = fc.record(
  Object.fromEntries(SECTIONS.map((name) => [name, randomSection(name)])) as {
    [Name in SectionName]: fc.Arbitrary<Sections[Name]>;
  },
  { requiredKeys: [] },
);
