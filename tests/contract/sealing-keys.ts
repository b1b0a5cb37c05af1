import { describe, expect, test } from 'vitest';
import type { SealingKey, SealingKeys } from '../../src/eventsourcing/sealing/sealing-keys.ts';
import { freshStream } from './log-probe.ts';

/** Key objects show nothing of themselves, and so are all alike to a comparison. */
function bytesOf(key: SealingKey | undefined): Buffer {
  if (key === undefined || key === 'shredded') throw new Error(`there is no key: ${key}`);
  return key.export();
}

export const sealingKeysContract = (name: string, keys: () => SealingKeys): void => {
  describe(`the sealing keys in ${name}`, () => {
    test('a stream gets one key and keeps it', async () => {
      const stream = freshStream();
      const key = await keys().keyFor(stream);
      expect(bytesOf(key)).toHaveLength(32);
      expect(bytesOf(await keys().keyFor(stream))).toEqual(bytesOf(key));
      expect(bytesOf((await keys().keysOf([stream])).get(stream))).toEqual(bytesOf(key));
    });

    test('writers that need the first key at the same time all get the same one', async () => {
      const stream = freshStream();
      const given = await Promise.all(Array.from({ length: 8 }, () => keys().keyFor(stream)));
      expect(new Set(given.map((key) => bytesOf(key).toString('hex'))).size).toBe(1);
    });

    test('two streams have different keys', async () => {
      const [one, other] = [await keys().keyFor(freshStream()), await keys().keyFor(freshStream())];
      expect(bytesOf(one)).not.toEqual(bytesOf(other));
    });

    test('a stream that never had a key has none in the answer', async () => {
      const [known, unknown] = [freshStream(), freshStream()];
      const key = await keys().keyFor(known);
      const found = await keys().keysOf([known, unknown]);
      expect([...found].map(([stream, own]) => [stream, bytesOf(own)])).toEqual([[known, bytesOf(key)]]);
      expect(await keys().keysOf([])).toEqual(new Map());
    });

    test.each([
      ['with a key', true],
      ['before it has one', false],
    ])('a stream shredded %s stays shredded', async (_, before) => {
      const stream = freshStream();
      if (before) await keys().keyFor(stream);
      await keys().shred(stream);
      await keys().shred(stream);
      expect(await keys().keyFor(stream)).toBe('shredded');
      expect(await keys().keysOf([stream])).toEqual(new Map([[stream, 'shredded']]));
    });
  });
};
