import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesStream, numberStream } from '../../../src/features/messages/events.ts';
import { createMessageAppends } from '../../../src/features/messages/ledger/append.ts';
import { createOutcomeRecorder } from '../../../src/features/messages/ledger/record-outcome.ts';
import { takesTexts } from '../../../src/features/messages/numbers.ts';
import { mayMeanCancel, meaningOf } from '../../../src/features/messages/webhook/keywords.ts';
import { createReplies } from '../../../src/features/messages/webhook/replies.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';

describe('a text means', () => {
  it.each([
    ['STOP', 'stop'],
    [' stop\n', 'stop'],
    ['Unsubscribe', 'stop'],
    ['optout', 'stop'],
    ['Stop.', 'stop'],
    ['"Stop"', 'stop'],
    ['“STOP!!!”', 'stop'],
    ["'stop'", 'stop'],
    ['(Stop)', 'stop'],
    ['S.T.O.P.', 'stop'],
    ['Ｓｔｏｐ', 'stop'],
    ['st\u200bop', 'stop'],
    ['Stop stop STOP', 'stop'],
    ['stop 😡', 'stop'],
    ['opt out', 'stop'],
    ['Opt-Out', 'stop'],
    ['opt me out of all texts', 'stop'],
    ['UNSUBSCRIBE!', 'stop'],
    ['stopall', 'stop'],
    ['STOP ALL.', 'stop'],
    ['Revoke', 'stop'],
    ['quit', 'stop'],
    ['END', 'stop'],
    ['Cancel.', 'stop'],
    ['end texts', 'stop'],
    ['Please cancel these messages', 'stop'],
    ['Alto', 'stop'],
    ['Arrête', 'stop'],
    ['ARRET', 'stop'],
    ['arre\u0302t', 'stop'],
    ['Désabonner', 'stop'],
    ['aufhören', 'stop'],
    ['停止。', 'stop'],
    ['중지', 'stop'],
    ['🛑', 'stop'],
    ['🛑🛑🛑', 'stop'],
    ['🛑 STOP', 'stop'],
    ['stop please', 'stop'],
    ['Please stop', 'stop'],
    ['Please stop texting me!', 'stop'],
    ['Stop sending me these messages', 'stop'],
    ['Stop, wrong number', 'stop'],
    ['start', 'start'],
    ['Start!', 'start'],
    ['Unstop', 'start'],
    ['un-stop', 'start'],
    ['Please start texting me again', 'start'],
    ['help', 'help'],
    ['info', 'help'],
    // The provider answers only the exact word, so staff have to.
    ['Help!', 'other'],
    ['please stop by tomorrow', 'other'],
    ["don't stop by", 'other'],
    ["Don't stop", 'other'],
    ['no stop', 'other'],
    ['Which bus stop is it?', 'other'],
    ["I'll stop", 'other'],
    ['Stop. Can I come at five?', 'other'],
    ['Cancel my appointment', 'other'],
    ['cancel please', 'other'],
    ['The end', 'other'],
    ['Fine', 'other'],
    ['Liked “Reply STOP to opt out”', 'other'],
    ['yes', 'other'],
    ['🚫', 'other'],
    ['?!', 'other'],
    ['', 'other'],
    ['constructor', 'other'],
  ])('%j: %s', (text, meaning) => {
    expect(meaningOf({ text, understoodAs: undefined })).toBe(meaning);
  });

  const ONE_WORD = ['stop', 'stopall', 'unsubscribe', 'end', 'quit', 'cancel', 'revoke', 'optout'];
  const around = fc.string({ unit: fc.constantFrom(...'.,;:!?…"\'“”«»‘’()[]-–—*_ \n\t😡👋\u200b\ufe0f') });

  it('STOP by any of the agreed words, in any spelling and with anything around it', () => {
    const word = fc.constantFrom(...ONE_WORD);
    const capitals = fc.array(fc.boolean(), { minLength: 11, maxLength: 11 });
    fc.assert(
      fc.property(word, capitals, around, around, (keyword, upper, before, after) => {
        const typed = [...keyword].map((letter, n) => (upper[n] ? letter.toUpperCase() : letter)).join('');
        expect(meaningOf({ text: `${before}${typed}${after}`, understoodAs: undefined })).toBe('stop');
      }),
    );
  });

  it('nothing but itself where a keyword is a part of more', () => {
    const others = fc.constantFrom(
      'by',
      'my',
      'appointment',
      'tomorrow',
      'not',
      'dog',
      'at',
      '5',
      'can',
      'I',
    );
    const text = fc.tuple(fc.array(others, { minLength: 1 }), fc.constantFrom(...ONE_WORD), fc.array(others));
    fc.assert(
      fc.property(text, ([before, keyword, after]) => {
        const typed = [...before, keyword, ...after].join(' ');
        expect(meaningOf({ text: typed, understoodAs: undefined })).toBe('other');
      }),
    );
  });

  it('the keyword that the provider has understood, in any language of the customer', () => {
    expect(meaningOf({ text: 'Σταμάτα', understoodAs: 'STOP' })).toBe('stop');
    expect(meaningOf({ text: 'Comencer', understoodAs: 'START' })).toBe('start');
  });

  it.each(['YES', 'yes', 'Yes!', '“Yes.”', ' yes \n', 'Yes 👍'])(
    '%j: start after a STOP, and itself otherwise',
    (text) => {
      expect(meaningOf({ text, understoodAs: undefined }, true)).toBe('start');
      expect(meaningOf({ text, understoodAs: undefined }, false)).toBe('other');
      expect(meaningOf({ text, understoodAs: 'START' }, false)).toBe('other');
    },
  );

  it.each([
    ['CANCEL', true],
    ['Cancel!', true],
    ['“end”', true],
    ['The end', false],
    ['Annuler', true],
    ['cancelar', true],
    ['取消', true],
    ['STOP', false],
    ['quit', false],
    ['cancel texts', false],
    ['cancel my appointment', false],
  ])('%j may have meant the appointment: %j', (text, may) => {
    expect(mayMeanCancel(text)).toBe(may);
  });
});

/** A salon's side of one number, texted about one booking. */
function givenNumber() {
  let at = new Date('2026-11-20T18:00:00Z');
  const now = () => at;
  const store = memoryEventStore();
  const appends = createMessageAppends({ store, now });
  const bookingId = '00000000-0000-4000-8000-000000000001';
  const receive = createReplies({
    recorder: createOutcomeRecorder({ store, appends, streamOf: messagesStream }),
    provider: { receivedAt: async () => at },
    store,
    lastBookingOf: async () => bookingId,
    hashNumber: () => 'n',
    now,
  });
  let count = 0;
  return {
    /** @returns the same text delivered again */
    async text(words: string, understoodAs?: string) {
      count += 1;
      at = new Date(at.getTime() + 1_000);
      const sid = `SM${String(count).padStart(32, '0')}`;
      const again = () => receive({ sid, from: '+19255550100', text: words, attachments: [], understoodAs });
      await again();
      return again;
    },
    wait: (ms: number) => {
      at = new Date(at.getTime() + ms);
    },
    kept: () => store.read(messagesStream(bookingId)),
    number: () => store.read(numberStream('n')),
  };
}

it('YES takes a STOP back, once, however often it is delivered', async () => {
  const { text, kept, number } = givenNumber();
  const taking = async () => takesTexts(await number());
  await text('Yes');
  expect(await taking()).toBe(true);
  await text('CANCEL');
  expect(await taking()).toBe(false);
  const again = await text('YES!');
  expect(await taking()).toBe(true);
  await again();
  await text('yes');
  expect((await kept()).map(({ data }) => [data.meaning, data.mayMeanCancel])).toEqual([
    ['other', undefined],
    ['stop', true],
    ['start', undefined],
    ['other', undefined],
  ]);
  expect(await number()).toHaveLength(2);
});

it('a number takes texts or not by the last keyword from it', async () => {
  const WORDS = { stop: ['Stop.', '🛑', 'opt out', 'END'], start: ['Start!', 'unstop'], yes: ['YES'] };
  const OTHERS = ['Can I bring my dog?', 'stop by at 5', 'cancel my appointment', 'Thanks!'];
  const word = fc.constantFrom(...WORDS.stop, ...WORDS.start, ...WORDS.yes, ...OTHERS);
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 8 }), async (words) => {
      const { text, number } = givenNumber();
      let takes = true;
      for (const one of words) {
        await text(one);
        if (WORDS.stop.includes(one)) takes = false;
        if ([...WORDS.start, ...WORDS.yes].includes(one)) takes = true;
        expect(takesTexts(await number())).toBe(takes);
      }
    }),
    { numRuns: 60 },
  );
});

it('is kept fifty times a day at most for an appointment, while STOP and START always count', async () => {
  const { text, kept, number, wait } = givenNumber();
  for (let n = 0; n < 52; n += 1) await text('hello');
  expect(await kept()).toHaveLength(50);
  await text('STOP');
  await text('Comencer', 'START');
  expect((await number()).map(({ type }) => type)).toEqual(['NumberOptedOut', 'NumberOptedIn']);
  wait(86_400_000);
  await text('hello');
  expect(await kept()).toHaveLength(51);
});
