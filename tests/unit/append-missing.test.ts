import { expect, it } from 'vitest';
import { z } from 'zod';
import { DeadlineExceeded, deadlineIn } from '../../src/eventsourcing/async/deadline.ts';
import { type NewEvent, WrongExpectedRevision } from '../../src/eventsourcing/event-store.ts';
import { newEvent } from '../../src/eventsourcing/new-event.ts';
import { processContext } from '../../src/eventsourcing/processes/process-context.ts';
import { appendMissing } from '../../src/eventsourcing/streams/append-missing.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';

const STREAM = 'things-1';
const event = (type: string): NewEvent =>
  newEvent({
    stream: STREAM,
    event: { type, data: {} },
    types: { [type]: { schemaVersion: 1, data: z.strictObject({}) } },
    context: processContext('tester', [type]),
    at: new Date(0),
  });
const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);
const soon = () => ({ deadline: deadlineIn(60_000) });

it('appends what a stream lacks, once, and begins one where there is none', async () => {
  const log = memoryEventStore();
  const add = () =>
    appendMissing(log, STREAM, (events) => (events.length > 0 ? undefined : event('Added')), soon());
  await add();
  await add();
  expect(typesOf(await log.read(STREAM))).toEqual(['Added']);
});

it('asks again by the stream as it is then when another append was faster', async () => {
  const log = memoryEventStore();
  await log.append(STREAM, 'no-stream', [event('Opened')]);
  const known = await log.read(STREAM);
  await log.append(STREAM, 0n, [event('Other')]);
  const seen: string[][] = [];
  const missing = (events: readonly { readonly type: string }[]) => {
    seen.push(typesOf(events));
    return event('Added');
  };
  await appendMissing(log, STREAM, missing, { ...soon(), known });
  expect(seen).toEqual([['Opened'], ['Opened', 'Other']]);
  expect(typesOf(await log.read(STREAM))).toEqual(['Opened', 'Other', 'Added']);
});

it('gives up at its deadline, and at once for any other error', async () => {
  const refusing = (error: Error) => ({
    read: async () => [],
    append: async () => {
      throw error;
    },
  });
  const added = () => event('Added');
  const conflict = refusing(new WrongExpectedRevision(STREAM, 'no-stream'));
  await expect(appendMissing(conflict, STREAM, added, { deadline: deadlineIn(20) })).rejects.toThrow(
    DeadlineExceeded,
  );
  await expect(appendMissing(refusing(new Error('away')), STREAM, added, soon())).rejects.toThrow('away');
});
