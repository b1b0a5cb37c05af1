import { expect, it } from 'vitest';
import {
  attachmentKindOf,
  attachmentsText,
  explainReply,
} from '../../../src/contracts/messages/reply-words.ts';

it.each([
  ['image/jpeg', 'picture'],
  ['image/heic', 'picture'],
  ['IMAGE/PNG', 'picture'],
  ['image/gif', 'picture'],
  ['video/mp4', 'video'],
  ['video/3gpp', 'video'],
  ['audio/amr', 'voice'],
  ['audio/mpeg', 'voice'],
  ['audio/ogg; codecs=opus', 'voice'],
  ['text/vcard', 'contact'],
  ['text/x-vcard', 'contact'],
  ['text/calendar', 'file'],
  ['application/pdf', 'file'],
  ['constructor', 'file'],
  ['', 'file'],
])('%j is a %s', (contentType, kind) => {
  expect(attachmentKindOf(contentType)).toBe(kind);
});

it.each([
  [[], ''],
  [['picture'], 'a picture'],
  [['voice'], 'a voice message'],
  [['file', 'picture', 'picture'], '2 pictures and a file'],
  [['contact', 'video', 'voice', 'voice'], 'a video, 2 voice messages and a contact card'],
] as const)('%j is %j', (kinds, text) => {
  expect(attachmentsText(kinds)).toBe(text);
});

it.each([
  ['stop', 'Arrête', false, 'The customer has opted out by texting “Arrête”: '],
  [
    'stop',
    ' Stop. ',
    false,
    'opted out by texting “Stop.”: nothing is sent to this number until they text START.',
  ],
  ['stop', '🛑', false, 'by texting “🛑”'],
  ['stop', 'CANCEL', true, 'by texting “CANCEL”'],
  ['stop', 'CANCEL', true, 'They may have meant the appointment: please ask.'],
  ['stop', null, false, 'opted out by text:'],
  ['start', 'Start!', false, 'wants text messages again, and said so by texting “Start!”.'],
  ['start', 'YES', false, 'by texting “YES”'],
  ['help', 'HELP', false, 'asked for help'],
] as const)('a reply that means %s by %j is explained', (meaning, words, mayMeanCancel, said) => {
  expect(explainReply({ meaning, words, mayMeanCancel, attachments: [] })).toContain(said);
});

it('a reply is explained by its words alone where it has nothing else, and by what it came with', () => {
  const reply = { meaning: 'other', mayMeanCancel: false, words: 'Like this!' } as const;
  expect(explainReply({ ...reply, attachments: [] })).toBeNull();
  expect(explainReply({ ...reply, attachments: ['picture'] })).toBe('The customer has sent a picture.');
});
