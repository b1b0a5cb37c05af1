import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameName } from '../../src/salon/same-name.ts';
import { plain, searchedFor, searchTextOf } from '../../src/salon/search-text.ts';

/** Typed texts, each with a name that it must find. */
const TYPED: readonly [string, string][] = [
  ["o'brien", 'O’Brien'],
  ['O’BRIEN', "O'Brien"],
  ['obrien', 'O`Brien'],
  ['o´brien', 'Oʼbrien'],
  ['o＇brien', 'O‘Brien'],
  ['kahoolawe', 'Kahoʻolawe'],
  ['dang', 'Đặng'],
  ['nguyen thi ngoc', 'Nguyễn Thị Ngọc'],
  ['lukasz', 'Łukasz'],
  ['soren', 'Søren'],
  ['isik', 'Işık'],
  ['isik', 'IŞIK'],
  ['ibrahim', 'İBRAHİM'],
  ['strasse', 'Straße'],
  ['straße', 'STRASSE'],
  ['strasse', 'STRAẞE'],
  ['aethelred', 'Æthelred'],
  ['thor', 'Þór'],
  ['gudrun', 'Guðrún'],
  ['coeur', 'Cœur'],
  ['hakon', 'Håkon'],
  ['dvorak', 'Dvořák'],
  ['stefanescu', 'Ştefănescu'],
  ['eliyev', 'Əliyev'],
  ['zurrieq', 'Żurrieq Ħamrun'],
  ['fiona', 'ﬁona'],
  ['ada', 'Ａｄａ'],
  ['anne-marie', 'Anne‑Marie'],
  ['anne–marie', 'Anne-Marie'],
  ['anne−marie', 'Anne—Marie'],
  ['joe "joey" ray', 'Joe “Joey” Ray'],
  ['montserrat collell', 'Montserrat Col·lell'],
  ['علیرضا', 'علی‌رضا'],
  ['على', 'علی'],
  ['محمد', 'مُحَمَّد'],
  ['семен', 'Семён'],
  ['σοφος', 'ΣΟΦΌΣ'],
  ['room 12', 'Room ١٢'],
  ['ann lee', 'Ann\u00a0\u200bLee'],
];

describe('a search', () => {
  it.each(TYPED)('for %j finds %s', (typed, name) => {
    const text = searchTextOf([name], []);
    expect(searchedFor(typed).some((words) => words.every((word) => text.includes(word)))).toBe(true);
  });

  it.each([
    ['9255550142', '(925) 555-0142'],
    ['925·555·0142', '(925) 555-0142'],
    ['٩٢٥ ٥٥٥ ٠١٤٢', '(925) 555-0142'],
    ['555–0142', '925•555•0142'],
    ['(925)\u00a0555\u20110142', '925.555.0142 extension 12'],
  ])('for the number %j finds %s', (typed, phone) => {
    const text = searchTextOf(['Ann'], [{ phone, phoneE164: '+19255550142' }]);
    expect(searchedFor(typed).some((words) => words.every((word) => text.includes(word)))).toBe(true);
  });

  it.each([
    ['obrian', 'O’Brien'],
    ['lukas z', 'Łukasz'],
    ['anne-marie', 'Annemarie'],
    ['strase', 'Straße'],
    ['dan g', 'Đặng'],
  ])('for %j does not find %s', (typed, name) => {
    const text = searchTextOf([name], []);
    expect(searchedFor(typed).some((words) => words.every((word) => text.split(' ').includes(word)))).toBe(
      false,
    );
  });
});

it('names are sorted by their letters, wherever these come from', () => {
  const sorted = [
    'Ægir',
    'Åse',
    'Çelik',
    'Đặng',
    'Élodie',
    'Işık',
    'Łukasz',
    'Mia',
    'Ng',
    'O’Brien',
    'Øyvind',
    'Şahin',
    'Straße',
    'Þór',
    'Ümit',
    'Zoë',
    'Żaneta',
  ];
  const byLetters = sorted.toSorted((one, other) => (plain(one) < plain(other) ? -1 : 1));
  expect(byLetters).toEqual([
    'Ægir',
    'Åse',
    'Çelik',
    'Đặng',
    'Élodie',
    'Işık',
    'Łukasz',
    'Mia',
    'Ng',
    'O’Brien',
    'Øyvind',
    'Şahin',
    'Straße',
    'Þór',
    'Ümit',
    'Żaneta',
    'Zoë',
  ]);
});

it('two names are the same but for case, accents, apostrophes and dashes', () => {
  expect(sameName('ANNE–MARIE O’BRIEN', "anne-marie o'brien")).toBe(true);
  expect(sameName('Đặng Łucja', 'dang lucja')).toBe(true);
  expect(sameName('Mia Parent', 'Zoe Parent')).toBe(false);
});

it('a text in this form stays as it is, and holds nothing that the database refuses', () => {
  const anything = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(anything, (text) => {
      const once = plain(text);
      expect(plain(once)).toBe(once);
      expect(once).not.toMatch(/[\p{Cc}\p{Default_Ignorable_Code_Point}]|^ | $| {2}/u);
    }),
    { numRuns: 2_000 },
  );
});
