import { expect, it } from 'vitest';
import { htmlOf, type MailBrand, type MailContent, textOf } from '../../src/adapters/mail/layout.ts';
import { mailContent } from '../../src/features/messages/mails/mail-content.ts';

const BRAND: MailBrand = {
  name: 'Lumière',
  address: '1 Main St',
  phone: '(925) 555-0100',
  phoneE164: '+19255550100',
  publicUrl: 'https://salon.example',
};
const CONTENT: MailContent = { subject: 's', preview: 'p', heading: 'h', paragraphs: [], notes: [] };

/** The paragraphs as a mail program shows them: one text each, with its line breaks. */
const shown = (html: string) =>
  [...html.matchAll(/<p class="(?:ink|stone)"[^>]*>(.*?)<\/p>/gs)].map(([, inner = '']) =>
    inner.replaceAll('<br>', '\n'),
  );

it.each([
  ['one\ntwo', 'one\ntwo'],
  ['one\r\ntwo', 'one\ntwo'],
  ['one\rtwo', 'one\ntwo'],
  ['one\u2028two', 'one\ntwo'],
  ['one\u2029two', 'one\ntwo'],
  ['one\u0085two', 'one\ntwo'],
  ['one\u000btwo', 'one\ntwo'],
  ['a\nb\nc\nd', 'a\nb\nc\nd'],
  ['Bring:\n- a towel\n- a friend', 'Bring:\n- a towel\n- a friend'],
  ['one', 'one'],
  ['<b>\n</b>', '&lt;b&gt;\n&lt;/b&gt;'],
  ['a<br>b', 'a&lt;br&gt;b'],
  ['"x" & \'y\'\n&amp;', '&quot;x&quot; &amp; &#39;y&#39;\n&amp;amp;'],
  ['😀\n👨‍👩‍👧', '😀\n👨‍👩‍👧'],
  ['', ''],
])('%j keeps its lines in the HTML of a mail, as a paragraph and as a note', (text, expected) => {
  const html = htmlOf({ ...CONTENT, paragraphs: [text], notes: [text] }, BRAND);
  expect(shown(html)).toEqual([expected, expected]);
  expect(textOf({ ...CONTENT, paragraphs: [text] }, BRAND)).toContain(text);
});

const LINKS = { manage: 'https://salon.example/m', book: 'https://salon.example/book' };
const APPOINTMENT = {
  slot: { date: '2026-11-24', start: 600, end: 660 },
  services: ['Haircut'],
  isCancelled: false,
};

it.each([
  ['Dear Ada,\nwe moved you.\n\nSee you!', ['Dear Ada,\nwe moved you.', 'See you!']],
  ['Dear Ada,\r\nwe moved you.\r\n\r\nSee you!', ['Dear Ada,\nwe moved you.', 'See you!']],
  ['One\n \nTwo', ['One', 'Two']],
  ['One\n\n\n\nTwo\nThree', ['One', 'Two\nThree']],
  ['One', ['One']],
])('words of staff, %j, stay as they typed them', (words, paragraphs) => {
  const usual = {} as Parameters<typeof mailContent>[1]['usual'];
  const content = mailContent('custom', { salon: 'Lumière', usual }, APPOINTMENT, LINKS, words);
  const html = htmlOf(content, BRAND);
  expect(shown(html).slice(0, paragraphs.length)).toEqual(paragraphs);
});

it('a mail of a salon without a phone has no link to one', () => {
  expect(htmlOf(CONTENT, BRAND)).toContain('href="tel:+19255550100"');
  expect(htmlOf(CONTENT, { ...BRAND, phone: '', phoneE164: '' })).not.toContain('tel:');
});
