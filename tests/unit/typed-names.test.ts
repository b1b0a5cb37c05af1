import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CustomerNameField, StaffNameField } from '../../src/contracts/fields.ts';

const [ZWNJ, ZWJ] = ['\u200c', '\u200d'];

describe.each(Object.entries({ CustomerNameField, StaffNameField }))('%s', (_name, field) => {
  it.each([
    ['a joiner that parts letters in Persian', `علی${ZWNJ}رضا`],
    ['more of them', `می${ZWNJ}خواهم نیک${ZWNJ}بخت`],
    ['a joiner in Sinhala', `ශ්${ZWJ}රී ලංකා`],
    ['a joiner at the end of a word in Malayalam', `രാജന്${ZWJ} നായര്${ZWJ}`],
    ['a joiner in Bengali', `র${ZWJ}্যাব`],
    ['a joiner in Nepali', `गर्${ZWNJ}नु`],
    ['a joiner in German', `Auf${ZWNJ}lage`],
    ['an emoji of two', `Ada 👩${ZWJ}🎤`],
    ['an emoji with a colour of skin', `Bo 💇🏽${ZWJ}♀️`],
    ['a family', `The Lees 👨${ZWJ}👩${ZWJ}👧${ZWJ}👦`],
    ['a heart on fire', `Mia ❤️${ZWJ}🔥`],
    ['a rainbow flag', `Sam 🏳️${ZWJ}🌈`],
    ['the flag of Scotland', 'Isla 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a keycap', 'Room 1️⃣'],
    ['a form of a Han character', '葛\u{e0100}城 花子'],
    ['a variation in Mongolian', 'ᠠ\u180bᠨᠠ'],
    ['marks beside the letters', 'Zoe\u0308 Ng\u0303uye\u0302\u0303n'],
    ['marks of Thai and Hebrew', 'สุนีย์ שָׁלוֹם'],
    ['a sign of Arabic that is seen', 'م\u06dd ن'],
  ])('keeps %s', (_what, name) => expect(field.parse(name)).toBe(name));

  it.each([
    ['a zero-width space', 'An\u200bn Lee'],
    ['a word joiner', 'An\u2060n Lee'],
    ['a soft hyphen', 'An\u00adn Lee'],
    ['a byte order mark', '\ufeffAnn Lee'],
    ['marks of direction', '\u200eAnn\u200f \u061cLee\u200e'],
    ['overrides and isolates', '\u202eAnn\u202c \u2066Lee\u2069'],
    ['a joiner before it', `${ZWJ}Ann Lee`],
    ['a joiner behind it', `Ann Lee${ZWNJ}`],
    ['a joiner between words', `Ann${ZWJ} ${ZWNJ}Lee`],
    ['a joiner alone', `Ann ${ZWJ} Lee`],
    ['fillers of Hangul', 'Ann\u3164 \u115fLee\uffa0\u1160'],
    ['a selector without a character', '\ufe0fAnn \ufe0fLee'],
    ['a selector behind a letter of ours', 'A\ufe0fnn Lee\ufe0e'],
    ['letters of a flag without the flag', 'Ann\u{e0067}\u{e007f} Lee'],
    ['blanks of Braille', 'Ann\u2800Lee\u2800'],
    ['signs of old notes', 'Ann\ufff9 Lee\ufffb'],
    ['vowels of Khmer that nobody sees', 'Ann\u17b4 Lee\u17b5'],
    ['signs of music that nobody sees', 'Ann\u{1d173} Lee\u{1d17a}'],
  ])('loses %s', (_what, typed) => expect(field.parse(typed)).toBe('Ann Lee'));

  it('keeps one joiner of several, and one selector', () => {
    expect(field.parse(`علی${ZWNJ}${ZWNJ}رضا`)).toBe(`علی${ZWNJ}رضا`);
    expect(field.parse('❤\ufe0f\ufe0f\ufe0f Mia')).toBe('❤\ufe0f Mia');
  });

  it('loses a joiner between two marks together with the second where that is one too many', () => {
    expect(field.parse('a\u0301\u0301\u0301\u034f\u0301\u180e\u0301b')).toBe('a\u0301\u0301\u0301\u034fb');
  });

  it('gives the same when it reads its own text, and never begins or ends with what nobody sees', () => {
    const parts = fc.constantFrom(
      ...'aé1 ا한',
      '👩',
      '🏽',
      '❤',
      '🏴',
      '\u0301',
      '\u094d',
      '\u034f',
      ...'\u200b\u200c\u200d\ufe0f\u3164\u202e\u180b\u180e',
      '\u{e0067}',
      '\u{e007f}',
      '\u{e0100}',
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 20 }), (typed) => {
        const { data: name } = field.safeParse(`${typed.join('')} ok`);
        if (name === undefined) return;
        expect(field.parse(name)).toBe(name);
        expect(name).not.toMatch(
          /^[\p{Default_Ignorable_Code_Point}]|\u200b|\u3164|\u202e|[\u200c\u200d]{2}/u,
        );
      }),
      { numRuns: 5_000 },
    );
  });
});
