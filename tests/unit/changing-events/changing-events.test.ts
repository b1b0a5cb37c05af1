import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createKeyedMutex } from '../../../src/eventsourcing/async/keyed-mutex.ts';
import type { NewEvent } from '../../../src/eventsourcing/event-store.ts';
import { type DomainEvent, type EventTypes, UnknownEvent } from '../../../src/eventsourcing/event-types.ts';
import { derivedId } from '../../../src/eventsourcing/identity.ts';
import { newEvent } from '../../../src/eventsourcing/new-event.ts';
import { type CommandRun, createEventStreams } from '../../../src/eventsourcing/streams/event-streams.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';
import { firstTypes, voucherDecider, voucherTypes } from './vouchers.ts';

const STREAM = 'voucher-1';
const NOW = new Date('2026-11-20T18:00:00Z');

const runOf = (key: string): CommandRun => ({
  context: {
    commandId: derivedId(key),
    requestHash: key,
    correlationId: 'c',
    causationId: 'c',
    actor: { kind: 'test' },
  },
  deadline: Number.POSITIVE_INFINITY,
});

const writtenBy = (types: EventTypes, key: string, event: DomainEvent): NewEvent =>
  newEvent({ stream: STREAM, event, types, context: runOf(key).context, at: NOW });

/** A voucher's stream with these events, and the program as it is today. */
async function given(...events: readonly NewEvent[]) {
  const store = memoryEventStore();
  for (const [index, event] of events.entries())
    await store.append(STREAM, index === 0 ? 'no-stream' : BigInt(index - 1), [event]);
  const streams = createEventStreams(store, voucherDecider, { mutex: createKeyedMutex(), now: () => NOW });
  const typesInLog = async () =>
    (await store.read(STREAM)).map(({ type, metadata }) => `${type} ${metadata.schemaVersion}`);
  return { streams, typesInLog };
}

const SOLD = writtenBy(firstTypes, 'sold', { type: 'VoucherSold', data: { cents: 10_000 } });
const REDEEMED = writtenBy(firstTypes, 'redeemed', {
  type: 'VoucherRedeemed',
  data: { cents: 4_000, tipCents: 500 },
});

describe('a field that was added', () => {
  it('has the value that events without it always meant', async () => {
    const { streams } = await given(SOLD);
    expect((await streams.load(STREAM)).state).toMatchObject({ currency: 'USD', leftCents: 10_000 });
  });

  it('is in every event that is written from then on', async () => {
    const { streams, typesInLog } = await given();
    await streams.handle(STREAM, () => ({ kind: 'sell', cents: 5_000, currency: 'EUR' }), runOf('sell'));
    expect(await typesInLog()).toEqual(['VoucherSold 2']);
    expect((await streams.load(STREAM)).state).toMatchObject({ currency: 'EUR' });
  });
});

describe('two events where there was one', () => {
  it('leave the old one readable, and come to the same', async () => {
    const old = await given(SOLD, REDEEMED);
    const { streams, typesInLog } = await given(SOLD);
    await streams.handle(STREAM, () => ({ kind: 'redeem', cents: 4_000, tipCents: 500 }), runOf('redeem'));
    expect(await typesInLog()).toEqual(['VoucherSold 1', 'VoucherRedeemed 2', 'TipPaid 1']);
    const now = (await streams.load(STREAM)).state;
    expect(now).toEqual({ currency: 'USD', leftCents: 5_500, tipsCents: 500 });
    expect((await old.streams.load(STREAM)).state).toEqual(now);
  });

  it('are not written for a request that the earlier release has answered', async () => {
    const { streams, typesInLog } = await given(SOLD, REDEEMED);
    const repeated = () => ({ kind: 'redeem', cents: 4_000, tipCents: 500 }) as const;
    expect((await streams.handle(STREAM, repeated, runOf('redeemed'))).result).toBe(5_500);
    expect(await typesInLog()).toEqual(['VoucherSold 1', 'VoucherRedeemed 1']);
  });
});

it.each([
  [
    'a newer version',
    writtenBy({ VoucherSold: { ...voucherTypes.VoucherSold, schemaVersion: 3 } }, 'later', {
      type: 'VoucherSold',
      data: { cents: 1, currency: 'USD' },
    }),
  ],
  [
    'an unknown type',
    writtenBy({ VoucherLost: { ...voucherTypes.TipPaid, schemaVersion: 1 } }, 'later', {
      type: 'VoucherLost',
      data: { tipCents: 1 },
    }),
  ],
])('refuses every command on a stream with %s', async (_, later) => {
  const { streams, typesInLog } = await given(later);
  const before = await typesInLog();
  const sell = () => ({ kind: 'sell', cents: 5_000, currency: 'EUR' }) as const;
  await expect(streams.handle(STREAM, sell, runOf('sell'))).rejects.toThrow(UnknownEvent);
  expect(await typesInLog()).toEqual(before);
});

it('the page quotes this code', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n');
  const shown = [...read('../../../docs/changing-events.md').matchAll(/```ts\n(.*?)```/gs)];
  expect(shown.length).toBeGreaterThanOrEqual(4);
  const code = lines(read('./vouchers.ts'));
  for (const [, block = ''] of shown) expect(code).toContain(lines(block));
});
