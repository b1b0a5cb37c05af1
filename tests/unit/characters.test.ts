import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AnswerField,
  BlockReasonField,
  ChangedNotesField,
  CustomerNameField,
  lineField,
  linesField,
  MessageField,
} from '../../src/contracts/fields.ts';
import { countCharacters, firstCharacters, isWithin } from '../../src/salon/characters.ts';
import { textLength } from '../../web/admin/ui/form/text-message-area.tsx';

/** Texts that people read as one character. */
const ONE = [
  ['a letter', 'a'],
  ['a letter with an accent', 'é'],
  ['a letter and its accent', 'e\u0301'],
  ['a Vietnamese letter with two accents', 'e\u0302\u0323'],
  ['an emoji', '🎉'],
  ['an emoji with a skin tone', '👋🏽'],
  ['a woman who sings', '👩‍🎤'],
  ['a family', '👨‍👩‍👧‍👦'],
  ['a couple with skin tones', '👩🏽‍❤️‍💋‍👨🏿'],
  ['a heart in colour', '❤️'],
  ['a flag of two letters', '🇺🇸'],
  ['a flag of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['a rainbow flag', '🏳️‍🌈'],
  ['a keycap', '1️⃣'],
  ['a Chinese character beyond the basic plane', '𠮷'],
  ['a Korean syllable in parts', '\u1112\u1161\u11ab'],
  ['a Thai consonant with vowel and tone', 'ก\u0e35\u0e48'],
  ['a Tamil syllable', 'நி'],
  ['a Hindi syllable', 'कि'],
  ['an Arabic letter with marks', 'ب\u0651\u064e'],
] as const;

describe('a character as people count it', () => {
  it.each(ONE)('%s', (_, one) => {
    expect(countCharacters(one)).toBe(1);
    expect(countCharacters(one.repeat(3).replace(/(?=.)/su, ''))).toBe(3);
  });

  it.each([
    ['', 0],
    ['Zoë', 3],
    ['Zoe\u0308', 3],
    ['a 👨‍👩‍👧‍👦 b', 5],
    ['🇺🇸🇨🇦', 2],
    ['नमस्ते'.normalize('NFD'), countCharacters('नमस्ते')],
    ['line\nbreak', 10],
    ['line\r\nbreak', 10],
  ])('%j has %d', (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  it('is never more than its units', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const count = countCharacters(text);
        expect(count).toBeLessThanOrEqual(text.length);
        expect(isWithin(text, count)).toBe(true);
        if (count > 0) expect(isWithin(text, count - 1)).toBe(false);
      }),
    );
  });
});

const takes = (field: { safeParse(value: unknown): { success: boolean } }, text: string) =>
  field.safeParse(text).success;

describe('a limit of a field', () => {
  it.each(ONE)('with several lines counts %s as one, up to the limit and not beyond it', (_, one) => {
    expect(takes(linesField(5, 'x'), one.repeat(5))).toBe(true);
    expect(takes(linesField(5, 'x'), one.repeat(6))).toBe(false);
    expect(takes(ChangedNotesField, one.repeat(2_000))).toBe(true);
    expect(takes(ChangedNotesField, one.repeat(2_001))).toBe(false);
  });

  it.each(ONE.filter(([, one]) => !one.includes('\u200d')))(
    'with one line counts %s as one, up to the limit and not beyond it',
    (_, one) => {
      expect(takes(lineField(5, 'x'), one.repeat(5))).toBe(true);
      expect(takes(lineField(5, 'x'), one.repeat(6))).toBe(false);
      expect(takes(BlockReasonField, one.repeat(500))).toBe(true);
      expect(takes(BlockReasonField, one.repeat(501))).toBe(false);
      expect(takes(CustomerNameField, one.repeat(100))).toBe(true);
      expect(takes(CustomerNameField, one.repeat(101))).toBe(false);
    },
  );

  it.each([
    ['a', false],
    ['e\u0301', false],
    ['🇺🇸', false],
    ['Al', true],
    ['李明', true],
    ['श्री', true],
    ['क्षि', true],
  ])('of two at least takes the name %j: %j', (name, isTaken) => {
    expect(takes(CustomerNameField, name)).toBe(isTaken);
  });

  it.each([
    ['a', 480, 1_600],
    ['é', 480, 1_600],
    ['👍', 480, 800],
    ['👋🏽', 250, 400],
    ['🇺🇸', 250, 400],
    ['👨‍👩‍👧‍👦', 90, 145],
  ])('of a text message is that of its room, too: %s', (one, ofAnswer, ofMessage) => {
    expect(takes(AnswerField, one.repeat(ofAnswer))).toBe(true);
    expect(takes(AnswerField, one.repeat(ofAnswer + 1))).toBe(false);
    expect(takes(MessageField, one.repeat(ofMessage))).toBe(true);
    expect(takes(MessageField, one.repeat(ofMessage + 1))).toBe(false);
  });

  it('leaves out whole characters', () => {
    expect(firstCharacters('a👨‍👩‍👧‍👦🇺🇸b', 2)).toBe('a👨‍👩‍👧‍👦');
    expect(firstCharacters('e\u0301e\u0301', 1)).toBe('e\u0301');
    expect(firstCharacters('abc', 3)).toBe('abc');
  });

  it('looks at no text without end, though it were one character', () => {
    expect(takes(lineField(5, 'x'), `a${'\u200d👩'.repeat(1_000)}`)).toBe(false);
  });
});

describe('the length below a text message', () => {
  it.each([
    ['Hello', '5 of 160 characters'],
    ['👨‍👩‍👧‍👦', '1 of 70 characters: special characters take more room'],
    ['See you 🇺🇸', '9 of 70 characters: special characters take more room'],
    ['👨‍👩‍👧‍👦'.repeat(7), '7 characters, charged as 2 texts: special characters take more room'],
    ['€'.repeat(81), '81 characters, charged as 2 texts'],
  ])('%j: %s', (text, length) => {
    expect(textLength(text)).toBe(length);
  });
});
