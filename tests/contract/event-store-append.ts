import { describe, expect, test } from 'vitest';
import { WrongExpectedRevision } from '../../src/eventsourcing/event-store.ts';
import { event, freshStream, ids, metadata, type StoreUnderTest } from './log-probe.ts';

export const appendContract = (store: StoreUnderTest): void => {
  describe('expected revisions', () => {
    test('a new stream begins at revision 0', async () => {
      const stream = freshStream();
      expect((await store().append(stream, 'no-stream', [event()])).revision).toBe(0n);
      expect((await store().append(stream, 0n, [event()])).revision).toBe(1n);
      expect((await store().append(stream, 'any', [event()])).revision).toBe(2n);
      expect((await store().read(stream)).map(({ revision }) => revision)).toEqual([0n, 1n, 2n]);
    });

    test('any begins a stream, too', async () => {
      expect((await store().append(freshStream(), 'any', [event(), event()])).revision).toBe(1n);
    });

    test.each([
      ['no-stream', 'no-stream' as const],
      ['a revision that has passed', 0n],
      ['a revision not reached yet', 2n],
      ['a revision far ahead', 1_000n],
    ])('refuses %s on a stream at revision 1 and writes nothing', async (_, expected) => {
      const stream = freshStream();
      await store().append(stream, 'no-stream', [event(), event()]);
      for (const events of [[event()], [event(), event(), event()]] as const) {
        await expect(store().append(stream, expected, [...events])).rejects.toThrow(WrongExpectedRevision);
      }
      expect(await store().read(stream)).toHaveLength(2);
    });

    test('refuses a revision of a stream that does not exist', async () => {
      const stream = freshStream();
      await expect(store().append(stream, 0n, [event()])).rejects.toThrow(WrongExpectedRevision);
      await expect(store().append(stream, 0n, [event(), event()])).rejects.toThrow(WrongExpectedRevision);
      expect(await store().read(stream)).toEqual([]);
    });

    test('many appends at once, each to a stream of its own, succeed or are refused by themselves', async () => {
      const there = Array.from({ length: 12 }, () => freshStream());
      await Promise.all(there.map((stream) => store().append(stream, 'no-stream', [event()])));
      const wishes = Array.from({ length: 60 }, (_, n) => {
        const stream = there[n % 12] ?? freshStream();
        const own = { ...event({ number: n }, `Type${n}`), metadata: { ...metadata, requestHash: `${n}` } };
        const next = { stream, expected: 0n, isRight: true } as const;
        // The first of a new stream, and three that are wrong: too late, too early, of no stream.
        const cases = [
          { stream: freshStream(), expected: 'no-stream', isRight: true },
          { stream, expected: 'no-stream', isRight: false },
          { stream, expected: 5n, isRight: false },
          { stream: freshStream(), expected: 0n, isRight: false },
        ] as const;
        return { own, ...(n < 12 ? next : (cases[n % 4] ?? cases[0])) };
      });
      const outcomes = await Promise.allSettled(
        wishes.map(({ stream, expected, own }) => store().append(stream, expected, [own])),
      );
      for (const [n, { stream, expected, own, isRight }] of wishes.entries()) {
        const [outcome, written] = [
          outcomes[n],
          (await store().read(stream)).find(({ id }) => id === own.id),
        ];
        if (isRight) {
          const revision = expected === 'no-stream' ? 0n : expected + 1n;
          expect(written).toMatchObject({ ...own, stream, revision });
          expect(outcome).toEqual({
            status: 'fulfilled',
            value: { revision, position: written?.position },
          });
        } else {
          expect(written).toBeUndefined();
          expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(WrongExpectedRevision) });
        }
      }
    });

    test('exactly one of several racing writers wins each revision', async () => {
      const stream = freshStream();
      for (let revision = -1n; revision < 4n; revision++) {
        const writers = Array.from({ length: 8 }, () => event());
        const outcomes = await Promise.allSettled(
          writers.map((own) => store().append(stream, revision < 0n ? 'no-stream' : revision, [own])),
        );
        const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
        const losers = outcomes.filter((outcome) => outcome.status === 'rejected');
        expect(losers).toHaveLength(7);
        for (const { reason } of losers) expect(reason).toBeInstanceOf(WrongExpectedRevision);
        expect((await store().read(stream)).at(-1)?.id).toBe(writers[winner]?.id);
      }
      expect(await store().read(stream)).toHaveLength(5);
    });

    test('one of several racing appends of different lengths is written whole, the others not at all', async () => {
      const stream = freshStream();
      await store().append(stream, 'no-stream', [event()]);
      const writers = [1, 3, 2, 3, 1, 2].map((length) => Array.from({ length }, () => event()));
      const outcomes = await Promise.allSettled(
        writers.map(([first, ...more]) => store().append(stream, 0n, [first ?? event(), ...more])),
      );
      const winners = writers.filter((_, index) => outcomes[index]?.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      expect(ids(await store().read(stream, 1n))).toEqual(ids(winners[0] ?? []));
    });

    test('racing writers that accept any revision are all written, each append in one piece', async () => {
      const stream = freshStream();
      const writers = Array.from({ length: 8 }, () => [event(), event()] as const);
      const results = await Promise.all(writers.map((own) => store().append(stream, 'any', own)));
      const written = ids(await store().read(stream));
      expect(written).toHaveLength(16);
      for (const [index, own] of writers.entries()) {
        const last = Number(results[index]?.revision);
        expect(written.slice(last - 1, last + 1)).toEqual(ids(own));
      }
    });
  });

  describe('re-sending an append whose outcome is unknown', () => {
    test.each([
      ['no-stream', 'no-stream' as const, 0],
      ['a revision', 1n, 2],
      ['any', 'any' as const, 2],
    ])('answers with the original result for %s', async (_, expected, before) => {
      for (const length of [1, 3]) {
        const stream = freshStream();
        if (before > 0) await store().append(stream, 'no-stream', [event(), event()]);
        const events = [event(), ...Array.from({ length: length - 1 }, () => event())] as const;
        const original = await store().append(stream, expected, events);
        expect(await store().append(stream, expected, events)).toEqual(original);
        expect(await store().read(stream)).toHaveLength(before + length);
      }
    });

    test('still does when others have appended since', async () => {
      const stream = freshStream();
      const events = [event(), event()] as const;
      const original = await store().append(stream, 'no-stream', events);
      await store().append(stream, 1n, [event(), event()]);
      expect(await store().append(stream, 'no-stream', events)).toEqual(original);
      expect(await store().read(stream)).toHaveLength(4);
    });

    test('writes once when the same append is sent many times at once', async () => {
      const stream = freshStream();
      const events = [event(), event()] as const;
      const results = await Promise.all(
        Array.from({ length: 8 }, () => store().append(stream, 'no-stream', events)),
      );
      expect(new Set(results.map(({ revision, position }) => `${revision} ${position}`)).size).toBe(1);
      expect(ids(await store().read(stream))).toEqual(ids(events));
    });

    test('goes by the ids, so data rendered anew does not matter', async () => {
      const stream = freshStream();
      const first = event({ box: 'one' });
      await store().append(stream, 'no-stream', [first]);
      await store().append(stream, 'no-stream', [{ ...first, data: { box: 'two' } }]);
      expect((await store().read(stream)).map(({ data }) => data)).toEqual([{ box: 'one' }]);
    });

    test('refuses an append if only some of its events are there', async () => {
      const stream = freshStream();
      const [one, two] = [event(), event()];
      await store().append(stream, 'no-stream', [one, two]);
      for (const events of [
        [one, event()],
        [event(), two],
        [two, one],
        [one, two, event()],
      ] as const) {
        await expect(store().append(stream, 'no-stream', [...events])).rejects.toThrow(WrongExpectedRevision);
      }
      expect(ids(await store().read(stream))).toEqual([one.id, two.id]);
    });

    test('does not take the same ids at another revision for a re-send', async () => {
      const stream = freshStream();
      const [one, two] = [event(), event()];
      await store().append(stream, 'no-stream', [one]);
      await store().append(stream, 0n, [two]);
      await expect(store().append(stream, 0n, [one])).rejects.toThrow(WrongExpectedRevision);
      await expect(store().append(stream, 'no-stream', [two])).rejects.toThrow(WrongExpectedRevision);
      await expect(store().append(stream, 7n, [two])).rejects.toThrow(WrongExpectedRevision);
      expect(await store().read(stream)).toHaveLength(2);
    });

    test('knows an id in its own stream only', async () => {
      const shared = event();
      const [here, there] = [freshStream(), freshStream()];
      await store().append(here, 'no-stream', [shared]);
      await store().append(there, 'no-stream', [shared]);
      await store().append(freshStream(), 'any', [shared]);
      expect(ids(await store().read(there))).toEqual([shared.id]);
    });
  });
};
