import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EventLog } from '../../src/adapters/event-log/event-log.ts';
import { guardedLog } from '../../src/adapters/event-log/guarded-log.ts';
import {
  type NewEvent,
  StoreUnavailable,
  WrongExpectedRevision,
  WrongLog,
} from '../../src/eventsourcing/event-store.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';

type Server = 'right' | 'wrong' | 'away';

/** The stream on which that server refuses each append by a conflict. */
const refusedBy = (server: Server) => `refused-by-${server}`;

/** A server that can be exchanged between any two steps of a call, as gRPC lets it happen. */
function givenServer() {
  const written: Record<Server, string[]> = { right: [], wrong: [], away: [] };
  let server: Server = 'right';
  let connections = 1;
  const lines: string[] = [];
  let restarts = 0;
  let isAccepted = false;
  let sent = 0;
  let duringAppend = () => {};
  const step = () => new Promise<void>((resolve) => setImmediate(resolve));
  const answering = async () => {
    await step();
    const answers = server;
    if (answers === 'away') throw new StoreUnavailable('away');
    await step();
    return answers;
  };
  const log: EventLog = {
    ...memoryEventStore(),
    kind: 'EventStoreDB',
    lagAfter: async () => ({ events: 0, seconds: 0 }),
    connections: () => connections,
    head: async () => {
      await answering();
      return '';
    },
    read: async () => {
      const from = await answering();
      return [{ stream: from }] as never;
    },
    append: async (stream, expected, [{ id }]) => {
      sent += 1;
      await step();
      if (server === 'away') throw new StoreUnavailable('away');
      if (stream === refusedBy(server)) {
        await step();
        throw new WrongExpectedRevision(stream, expected);
      }
      // An append that is sent again with the same id counts only once.
      if (!written[server].includes(id)) written[server].push(id);
      duringAppend();
      await step();
      return { revision: 0n, position: '0'.repeat(32) };
    },
    async *subscribe() {
      for (;;) {
        const from = await answering();
        yield { events: [{ stream: from }] } as never;
      }
    },
  };
  const guarded = guardedLog(log, {
    check: async () => {
      const from = await answering();
      return { why: from === 'wrong' ? 'another log' : null, isAccepted };
    },
    logger: {
      error: (_: object, text: string) => void lines.push(text),
      info: (text: string) => void lines.push(text),
    } as never,
    startAgain: () => {
      restarts += 1;
    },
  });
  return {
    guarded,
    written,
    lines,
    step,
    restarts: () => restarts,
    sent: () => sent,
    /** Does something after each append has reached the server, and before its answer arrives. */
    whileAppending(work: () => void) {
      duringAppend = work;
    },
    accept: () => {
      isAccepted = true;
    },
    become(next: Server) {
      server = next;
      // The connection is lost, and another one is made.
      connections += next === 'away' ? 1 : 2;
    },
  };
}

/** More than a check and a call take. */
const MANY = 8;
const BATCHES = 3;

/** Subscribes, and notes the servers that the first batches come from. */
async function readBatches(log: EventLog, read: string[]): Promise<void> {
  let left = BATCHES;
  for await (const { events } of log.subscribe({ from: '', signal: new AbortController().signal })) {
    read.push(...events.map(({ stream }) => stream));
    left -= 1;
    if (left === 0) return;
  }
}

const event = (id: string): NewEvent => ({ id }) as NewEvent;
const Step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('append' as const, 'read' as const, 'subscribe' as const) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('conflict of the right' as const, 'conflict of the wrong' as const),
  },
  { weight: 3, arbitrary: fc.constantFrom('step' as const, 'many steps' as const) },
  { weight: 2, arbitrary: fc.constantFrom<Server>('right', 'wrong', 'away') },
);

it('acknowledges nothing that the right log lacks, and reads, subscribes to and is refused by no other, however servers are exchanged', () =>
  fc.assert(
    fc.asyncProperty(fc.array(Step, { maxLength: 60, size: 'max' }), async (steps) => {
      const { guarded, written, step, become } = givenServer();
      const acknowledged: string[] = [];
      const read: string[] = [];
      const conflicts: string[] = [];
      const running: Promise<unknown>[] = [];
      for (const [index, next] of steps.entries()) {
        const append = (stream: string) => {
          const id = `event-${index}`;
          const sent = guarded.append(stream, 'any', [event(id)]).then(() => acknowledged.push(id));
          const refused = (error: unknown) => {
            if (error instanceof WrongExpectedRevision) conflicts.push(stream);
            else expect(error).toBeInstanceOf(StoreUnavailable);
          };
          running.push(sent.catch(refused));
        };
        const failed = (error: unknown) => expect(error).toBeInstanceOf(StoreUnavailable);
        if (next === 'step') await step();
        else if (next === 'many steps') for (let left = MANY; left > 0; left -= 1) await step();
        else if (next === 'append') append('a');
        else if (next === 'conflict of the right') append(refusedBy('right'));
        else if (next === 'conflict of the wrong') append(refusedBy('wrong'));
        else if (next === 'read') {
          const found = guarded.read('a').then(([one]) => read.push(String(one?.stream)));
          running.push(found.catch(failed));
        } else if (next === 'subscribe') running.push(readBatches(guarded, read).catch(failed));
        else become(next);
      }
      await Promise.all(running);
      expect(written.right).toEqual(expect.arrayContaining(acknowledged));
      expect(read.filter((from) => from !== 'right')).toEqual([]);
      expect(conflicts.filter((stream) => stream !== refusedBy('right'))).toEqual([]);
      become('right');
      await guarded.append('a', 'any', [event('last')]);
      expect(written.right).toContain('last');
    }),
    { numRuns: 300 },
  ));

it('sends nothing to a log that it knows to be wrong, and says so in one line until it is right again', async () => {
  const { guarded, written, lines, become } = givenServer();
  await guarded.append('a', 'any', [event('1')]);
  become('wrong');
  for (const id of ['2', '3', '4']) {
    await expect(guarded.append('a', 'any', [event(id)])).rejects.toBeInstanceOf(WrongLog);
    await expect(guarded.head()).rejects.toBeInstanceOf(WrongLog);
  }
  become('right');
  await guarded.append('a', 'any', [event('5')]);
  expect(written).toMatchObject({ right: ['1', '5'], wrong: [] });
  expect(lines).toEqual([
    'The event log is the wrong one: nothing is written to it.',
    'The event log is the right one again.',
  ]);
});

it('lets the process start again, once, when the log was accepted', async () => {
  const { guarded, become, accept, restarts } = givenServer();
  await guarded.head();
  become('wrong');
  await expect(guarded.head()).rejects.toThrow('another log');
  accept();
  await expect(guarded.head()).rejects.toThrow('another log');
  await expect(guarded.read('a')).rejects.toThrow('another log');
  expect(restarts()).toBe(1);
});

it('does not pass on the refusal of another log', async () => {
  const { guarded, step, become } = givenServer();
  await guarded.head();
  const sent = guarded.append(refusedBy('wrong'), 'any', [event('1')]);
  const refused = expect(sent).rejects.toBeInstanceOf(WrongLog);
  become('wrong');
  await step();
  await refused;
});

it.each([
  [4, 'succeeds at the fifth try'],
  [5, 'gives up after five tries'],
])('sends an append again when its connection is replaced: %i times, it %s', async (times) => {
  const { guarded, written, become, sent, whileAppending } = givenServer();
  let left = times;
  whileAppending(() => {
    left -= 1;
    if (left >= 0) become('right');
  });
  const appended = guarded.append('a', 'any', [event('1')]);
  if (times === 4) await appended;
  else await expect(appended).rejects.toThrow('the connection to the event log is replaced again and again');
  expect(sent()).toBe(5);
  expect(written.right).toEqual(['1']);
});

it('ends a subscription whose connection is replaced by another to the same log', async () => {
  const { guarded, become } = givenServer();
  const batches = guarded
    .subscribe({ from: '', signal: new AbortController().signal })
    [Symbol.asyncIterator]();
  expect((await batches.next()).value).toEqual({ events: [{ stream: 'right' }] });
  become('right');
  await expect(batches.next()).rejects.toThrow('the connection of a subscription was replaced');
});
