import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { DueCause } from '../../../src/features/messages/queue/queue.ts';
import { sendDue } from '../../../src/features/messages/sending/send-due.ts';

/** Waits of the loop, ended by the test or by their signals. */
let waits: { readonly ms: number; readonly end: () => void }[] = [];
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: (ms: number, _: undefined, { signal }: { signal?: AbortSignal }) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
      waits.push({ ms, end: resolve });
    }),
}));

/** A worker over a queue of due messages; the test ends its looks. */
function working(due: readonly (readonly number[] | 'away')[], next: readonly (number | null)[] = []) {
  waits = [];
  let asked = 0;
  const postponed: string[] = [];
  const begun: string[] = [];
  const looks = new Map<string, PromiseWithResolvers<void>>();
  const failures: unknown[] = [];
  const ending = new AbortController();
  let isOver = false;
  let add = () => {};
  const over = sendDue(
    {
      async findDue() {
        const causes = due[asked] ?? [];
        asked += 1;
        if (causes === 'away') throw new Error('away');
        return causes.map(
          (n): DueCause => ({
            channel: n < 100 ? 'sms' : 'email',
            causeId: String(n % 100),
            bookingId: 'any',
          }),
        );
      },
      nextInMs: async () => next[asked - 1] ?? null,
      onAdded(woken) {
        add = woken;
      },
      look({ channel, causeId }) {
        begun.push(channel === 'sms' ? causeId : `mail ${causeId}`);
        const look = Promise.withResolvers<void>();
        looks.set(begun.at(-1) ?? '', look);
        return look.promise;
      },
      async postpone({ causeId }) {
        postponed.push(causeId);
      },
      onFailure: (error) => failures.push(error),
    },
    ending.signal,
  ).then(() => {
    isOver = true;
  });
  return {
    asked: () => asked,
    postponed,
    begun,
    failures,
    over,
    isOver: () => isOver,
    end: () => ending.abort(),
    async added() {
      add();
      await setImmediate();
    },
    lastWait: () => waits.at(-1)?.ms,
    async settle(n: number, error?: Error) {
      if (error) looks.get(String(n))?.reject(error);
      else looks.get(String(n))?.resolve();
      await setImmediate();
    },
    async wait() {
      waits.at(-1)?.end();
      await setImmediate();
    },
  };
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

it('asks for more as soon as most of a full hand has ended, and otherwise regularly', async () => {
  const { asked, begun, settle, wait } = working([upTo(40), [...upTo(42).slice(30), 30, 31]]);
  await setImmediate();
  expect(begun).toHaveLength(40);
  for (let n = 0; n < 29; n += 1) await settle(n);
  expect(asked()).toBe(1);
  await settle(29);
  expect(asked()).toBe(2);
  expect(begun).toHaveLength(42);
  // Nothing more was due.
  for (let n = 30; n < 42; n += 1) await settle(n);
  expect(asked()).toBe(2);
  await wait();
  expect(asked()).toBe(3);
});

it('begins what there is room for, though most of what it has in hand is slow', async () => {
  const { begun, settle, wait } = working([upTo(40), [...upTo(40), 40, 41].filter((n) => n !== 3)]);
  await setImmediate();
  await settle(3);
  await wait();
  expect(begun).toHaveLength(41);
  expect(begun.at(-1)).toBe('40');
});

it('has as much room for texts, however many mails are slow', async () => {
  const { begun, wait } = working([[1, ...upTo(20).map((n) => 100 + n)], [2], [3]]);
  await setImmediate();
  await wait();
  await wait();
  expect(begun).toHaveLength(23);
  expect(begun).toContain('mail 1');
});

it('asks at once for what was added, and else when the next is due or after five seconds', async () => {
  const { asked, begun, added, lastWait, wait } = working([[], [1]], [null, 300, -20, 60_000]);
  await setImmediate();
  expect(lastWait()).toBe(5_000);
  await added();
  expect(begun).toEqual(['1']);
  expect(lastWait()).toBe(300);
  await wait();
  expect(lastWait()).toBe(0);
  await wait();
  expect(lastWait()).toBe(5_000);
  expect(asked()).toBe(4);
});

it('looks once at what it finds again while it has it in hand', async () => {
  const { begun, settle, wait } = working([[1], [1, 2], [1]]);
  await setImmediate();
  await wait();
  expect(begun).toEqual(['1', '2']);
  await settle(1);
  await wait();
  expect(begun).toEqual(['1', '2', '1']);
});

it('logs a look that failed, makes it due later, and goes on', async () => {
  const { begun, failures, postponed, settle, wait } = working([[1], [1]]);
  await setImmediate();
  const error = new Error('away');
  await settle(1, error);
  expect(failures).toEqual([error]);
  expect(postponed).toEqual(['1']);
  await wait();
  expect(begun).toEqual(['1', '1']);
});

it('tells once that it could not ask, until it could', async () => {
  const { begun, failures, settle, wait } = working(['away', 'away', [1], 'away']);
  await setImmediate();
  await wait();
  expect(failures).toHaveLength(1);
  await wait();
  expect(begun).toEqual(['1']);
  await settle(1);
  await wait();
  expect(failures).toHaveLength(2);
});

it('ends with what it has in hand, or when that has had its time', async () => {
  const patient = working([[1]]);
  await setImmediate();
  patient.end();
  await setImmediate();
  expect(patient.isOver()).toBe(false);
  await patient.settle(1);
  await patient.over;
  const stuck = working([[1]]);
  await setImmediate();
  stuck.end();
  await setImmediate();
  await stuck.wait();
  await stuck.over;
});
