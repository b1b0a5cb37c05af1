import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EventLog } from '../../src/adapters/event-log/event-log.ts';
import { guardedLog } from '../../src/adapters/event-log/guarded-log.ts';
import { type NewEvent, StoreUnavailable, WrongLog } from '../../src/eventsourcing/event-store.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';

type Server = 'right' | 'wrong' | 'away';

/** A server that can be exchanged between any two steps of a call, as gRPC lets it happen. */
function givenServer() {
  const written: Record<Server, string[]> = { right: [], wrong: [], away: [] };
  let server: Server = 'right';
  let connections = 1;
  const lines: string[] = [];
  let restarts = 0;
  let isAccepted = false;
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
    append: async (_stream, _expected, [{ id }]) => {
      await step();
      if (server === 'away') throw new StoreUnavailable('away');
      // An append that is sent again with the same id counts only once.
      if (!written[server].includes(id)) written[server].push(id);
      await step();
      return { revision: 0n, position: '0'.repeat(32) };
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

const event = (id: string): NewEvent => ({ id }) as NewEvent;
const Step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('append' as const, 'read' as const) },
  { weight: 3, arbitrary: fc.constant('step' as const) },
  { weight: 2, arbitrary: fc.constantFrom<Server>('right', 'wrong', 'away') },
);

it('acknowledges nothing that the right log lacks, and reads nothing from another, however servers are exchanged', () =>
  fc.assert(
    fc.asyncProperty(fc.array(Step, { maxLength: 60 }), async (steps) => {
      const { guarded, written, step, become } = givenServer();
      const acknowledged: string[] = [];
      const read: string[] = [];
      const running: Promise<unknown>[] = [];
      for (const [index, next] of steps.entries()) {
        if (next === 'step') await step();
        else if (next === 'append') {
          const id = `event-${index}`;
          const sent = guarded.append('a', 'any', [event(id)]).then(() => acknowledged.push(id));
          running.push(sent.catch((error: unknown) => expect(error).toBeInstanceOf(StoreUnavailable)));
        } else if (next === 'read') {
          const found = guarded.read('a').then(([one]) => read.push(String(one?.stream)));
          running.push(found.catch((error: unknown) => expect(error).toBeInstanceOf(StoreUnavailable)));
        } else become(next);
      }
      await Promise.all(running);
      expect(written.right).toEqual(expect.arrayContaining(acknowledged));
      expect(read.filter((from) => from !== 'right')).toEqual([]);
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
