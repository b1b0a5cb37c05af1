import { describe, expect, it } from 'vitest';
import { searchedFor, searchText } from '../../src/salon/search-text.ts';

const ZOE = {
  name: 'Zoë  Ångström',
  email: 'Zoe.A@Example.org',
  phone: '(510) 555-0199',
  phoneE164: '+15105550199',
};

/** Whether the query finds somebody with these words. */
const finds = (typed: string, person = ZOE) =>
  searchedFor(typed).some((words) => words.every((word) => searchText(person).includes(word)));

describe('a search', () => {
  it.each([
    'zoë',
    'ZOE',
    'zoe a',
    'ngstr',
    'ANGSTRÖM',
    '.a@exam',
    '(510) 555',
    '555-0199',
    '5105550199',
    '510.555.0199',
    '+1 510 555 0199',
    '1-510-555-0199',
    '  0199 ',
    'Ångström Zoë',
    'ngström zoe.a',
    'zoe 555-0199',
  ])('finds by %j', (typed) => expect(finds(typed)).toBe(true));

  it.each(['zoe@', 'Ångström Zora', '510 555 0198', '0199 555', '55501990', '%', '_'])(
    'does not find by %j',
    (typed) => expect(finds(typed)).toBe(false),
  );

  it('for nothing looks for nothing', () => {
    for (const blank of ['', ' ', '\t']) expect(searchedFor(blank)).toEqual([]);
  });

  it('finds somebody without an e-mail, or whose number is not understood, by the rest', () => {
    const person = { name: 'Bo', email: null, phone: '555 0199 ask for Bo', phoneE164: null };
    expect(searchText(person)).toBe('bo\n\n555 0199 ask for bo\n5550199\n');
    const finds = searchedFor('555-0199').some((words) =>
      words.every((word) => searchText(person).includes(word)),
    );
    expect(finds).toBe(true);
  });

  it('holds no control character, which the database would refuse', () => {
    expect(searchedFor('zo\0e\u001b\tx')).toEqual([['zo', 'e', 'x']]);
    expect(searchedFor('\0')).toEqual([]);
  });

  it('takes a word with digits for what it is', () => {
    expect(searchedFor('room 12')).toEqual([['room', '12']]);
    expect(searchedFor('0199')).toEqual([['0199']]);
    expect(searchedFor('(510)')).toEqual([['(510)'], ['510']]);
  });

  it('looks for few words at a time, the rest as one', () => {
    expect(searchedFor('a b c')).toEqual([['a', 'b', 'c']]);
    expect(searchedFor('a b c d')).toEqual([['a', 'b', 'c', 'd']]);
    expect(searchedFor('a b c d e f')).toEqual([['a', 'b', 'c', 'd e f']]);
  });
});
