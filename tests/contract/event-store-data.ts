import { describe, expect, test } from 'vitest';
import { InvalidEvent, MAX_APPEND_BYTES, type NewEvent } from '../../src/eventsourcing/event-store.ts';
import { event, freshStream, metadata, type StoreUnderTest } from './log-probe.ts';

const METADATA_BYTES = JSON.stringify(metadata).length;
const EMPTY_BYTES = JSON.stringify({ text: '' }).length;
const textOf = (bytes: number) => event({ text: 'x'.repeat(bytes - METADATA_BYTES - EMPTY_BYTES) });

const nested = (depth: number): object => (depth === 0 ? {} : { inner: nested(depth - 1) });
const circular: Record<string, unknown> = {};
circular.self = circular;

export const dataContract = (store: StoreUnderTest): void => {
  describe('event data', () => {
    test('comes back as it went in, with its type, metadata, stream and place', async () => {
      const stream = freshStream();
      const sent = event({
        nothing: null,
        yes: true,
        list: [1, 'two', { three: 3 }],
        half: 0.5,
        deep: nested(20),
      });
      const { position } = await store().append(stream, 'no-stream', [sent]);
      expect(await store().read(stream)).toEqual([{ ...sent, stream, revision: 0n, position }]);
    });

    test('keeps every script, emoji, control character but NUL, and escapes that only look like one', async () => {
      const stream = freshStream();
      const data = {
        names: ['Zoë Ångström', 'Ольга', '美容院', 'عائشة', 'é', '💇🏽‍♀️', '𝒮'],
        controls: '\u0001\u001f\u007f\u2028\u2029\ufeff',
        escapes: '\\u0000 \\ud800 \\ " / \b\f\n\r\t',
        'field "ü"': "'; drop table events; --",
        numbers: [Number.MAX_SAFE_INTEGER, -1.5e-300, 1e300, 0.1],
      };
      await store().append(stream, 'no-stream', [event(data)]);
      expect((await store().read(stream))[0]?.data).toEqual(data);
    });

    test('may be almost as large as the limit', async () => {
      const stream = freshStream();
      const large = textOf(MAX_APPEND_BYTES);
      await store().append(stream, 'no-stream', [large]);
      expect((await store().read(stream))[0]?.data).toEqual(large.data);
    });

    test('is refused when the append as a whole is larger than the limit', async () => {
      const stream = freshStream();
      const half = MAX_APPEND_BYTES / 2;
      for (const events of [
        [textOf(MAX_APPEND_BYTES + 1)],
        [textOf(half), textOf(half + 1)],
        [event({ text: 'ü'.repeat(half) })],
      ] as const) {
        await expect(store().append(stream, 'no-stream', [...events])).rejects.toThrow(InvalidEvent);
      }
      expect(await store().read(stream)).toEqual([]);
    });

    test.each<[string, unknown]>([
      ['a BigInt', { value: 1n }],
      ['a Date', { at: new Date(0) }],
      ['undefined', { value: undefined }],
      ['undefined in a list', { list: [undefined] }],
      ['a gap in a list', { list: new Array(1) }],
      ['not a number', { value: Number.NaN }],
      ['infinity', { value: Number.POSITIVE_INFINITY }],
      ['a function', { value: () => 1 }],
      ['a symbol', { value: Symbol('s') }],
      ['a Map', { value: new Map([['a', 1]]) }],
      ['an own toJSON', { value: { toJSON: () => 'other' } }],
      ['a NUL character', { text: 'a\0b' }],
      ['a NUL character in a field name', { 'a\0b': 1 }],
      ['a lone surrogate', { text: '\ud83d' }],
      ['a lone surrogate in a field name', { '\udc00': 1 }],
      ['a circle', circular],
      ['endless nesting', nested(100_000 / 20)],
      ['a list instead of an object', [1, 2]],
      ['text instead of an object', 'text'],
      ['nothing at all', undefined],
      ['null', null],
    ])('is refused with %s in it, and nothing is written', async (_, bad) => {
      const stream = freshStream();
      const broken = { ...event(), data: bad } as NewEvent;
      await expect(store().append(stream, 'no-stream', [event(), broken])).rejects.toThrow(InvalidEvent);
      const brokenMetadata = { ...event(), metadata: bad } as NewEvent;
      await expect(store().append(stream, 'any', [brokenMetadata])).rejects.toThrow(InvalidEvent);
      expect(await store().read(stream)).toEqual([]);
    });

    test.each<[string, Partial<NewEvent>]>([
      ['an id that is no UUID', { id: 'not-a-uuid' }],
      ['an id in capitals', { id: '6F1C1F0E-0B57-4D0E-8F6A-0D8B2F6F9A11' }],
      ['an empty type', { type: '' }],
      ['a type with a NUL character', { type: 'a\0b' }],
      ["a type in the log's own name space", { type: '$Happened' }],
    ])('is refused with %s', async (_, flaw) => {
      const stream = freshStream();
      await expect(store().append(stream, 'no-stream', [{ ...event(), ...flaw }])).rejects.toThrow(
        InvalidEvent,
      );
      expect(await store().read(stream)).toEqual([]);
    });

    test('is refused when one append has an id twice', async () => {
      const twice = event();
      await expect(store().append(freshStream(), 'any', [twice, twice])).rejects.toThrow(InvalidEvent);
    });

    test.each(['', '$all', 'a\0b', 'x'.repeat(201)])('is refused for the stream name %j', async (stream) => {
      await expect(store().append(stream, 'any', [event()])).rejects.toThrow(InvalidEvent);
    });

    test('is never named in the error, only the field is', async () => {
      const refusal = store().append(freshStream(), 'any', [event({ guest: { name: 'Ada\0Lovelace' } })]);
      await expect(refusal).rejects.toThrow(/^data\.guest\.name contains a NUL character$/);
    });
  });

  describe('reading a stream', () => {
    test('gives nothing for an unknown stream', async () => {
      expect(await store().read(freshStream())).toEqual([]);
    });

    test('begins where it is told and gives nothing beyond the end', async () => {
      const stream = freshStream();
      await store().append(stream, 'no-stream', [event(), event(), event()]);
      expect((await store().read(stream, 1n)).map(({ revision }) => revision)).toEqual([1n, 2n]);
      expect(await store().read(stream, 3n)).toEqual([]);
    });

    test('gives a long stream whole and in order', async () => {
      const stream = freshStream();
      const batch = Array.from({ length: 499 }, (_, n) => event({ n: n + 1 }));
      await store().append(stream, 'no-stream', [event({ n: 0 }), ...batch]);
      for (let n = 500; n < 1_200; n += 100) {
        const more = Array.from({ length: 99 }, (_, index) => event({ n: n + index + 1 }));
        await store().append(stream, BigInt(n - 1), [event({ n }), ...more]);
      }
      const read = await store().read(stream);
      expect(read.map(({ data }) => data.n)).toEqual(Array.from({ length: 1_200 }, (_, n) => n));
    });
  });
};
