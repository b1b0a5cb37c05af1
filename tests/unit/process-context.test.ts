import { expect, it } from 'vitest';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { processContext } from '../../src/eventsourcing/processes/process-context.ts';

const CAUSE = { id: 'cause', metadata: { correlationId: 'request' } } as RecordedEvent;

it("a process's command has one id for one thing, from any cause, and another id for any other thing", () => {
  const { commandId } = processContext('slot-keeper', ['slot-1']);
  // Logs already hold this id: another one would let an event count twice.
  expect(commandId).toBe('1e6491c8-5c45-5722-bc93-9f4b3eb490f1');
  expect(processContext('slot-keeper', ['slot-1'], CAUSE).commandId).toBe(commandId);
  expect(processContext('shredder', ['slot-1']).commandId).not.toBe(commandId);
  expect(processContext('slot-keeper', ['slot-1', 'again']).commandId).not.toBe(commandId);
});

it("the context of a process's command names the process and the cause", () => {
  const by = { requestHash: 'shredder', actor: { kind: 'system', process: 'shredder' } };
  const { commandId } = processContext('shredder', ['a']);
  const alone = { ...by, commandId, correlationId: commandId, causationId: commandId };
  expect(processContext('shredder', ['a'])).toEqual(alone);
  expect(processContext('shredder', ['a'], 'a')).toEqual({ ...alone, correlationId: 'a', causationId: 'a' });
  const caused = { ...alone, correlationId: 'request', causationId: 'cause' };
  expect(processContext('shredder', ['a'], CAUSE)).toEqual(caused);
});
