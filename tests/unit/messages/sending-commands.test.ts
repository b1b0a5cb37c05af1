import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { deadlineIn } from '../../../src/eventsourcing/async/deadline.ts';
import { createKeyedMutex } from '../../../src/eventsourcing/async/keyed-mutex.ts';
import { type CommandRun, createEventStreams } from '../../../src/eventsourcing/streams/event-streams.ts';
import { createSendingCommands } from '../../../src/features/messages/pause/commands.ts';
import { sendingDecider } from '../../../src/features/messages/pause/decider.ts';
import type { Decided } from '../../../src/features/messages/pause/switch.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';

function byStaff(): CommandRun {
  const commandId = randomUUID();
  const actor = { kind: 'admin', userId: randomUUID() } as const;
  return {
    context: { commandId, requestHash: 'hash', correlationId: commandId, causationId: commandId, actor },
    deadline: deadlineIn(60_000),
  };
}

/** @param follow what the switch does instead, told how often it was called */
function given(follow: (time: number) => Promise<void> = async () => {}) {
  const now = () => new Date();
  const streams = createEventStreams(memoryEventStore(), sendingDecider, { mutex: createKeyedMutex(), now });
  const followed: Decided[] = [];
  let times = 0;
  const sending = {
    async follow(decided: Decided) {
      times += 1;
      await follow(times);
      followed.push(decided);
    },
  };
  return { commands: createSendingCommands({ streams, sending }), followed };
}

it('follows the later of two decisions last, however they cross', async () => {
  const first = Promise.withResolvers<void>();
  const { commands, followed } = given((time) => (time === 1 ? first.promise : Promise.resolve()));
  const pause = commands.change(true, byStaff());
  await expect.poll(() => commands.change(false, byStaff()).then(() => followed.length)).toBeGreaterThan(0);
  first.resolve();
  await pause;
  expect(followed.at(-1)).toMatchObject({ paused: false });
});

it('makes up for a pause that a process recorded before it was killed, and for nothing else', async () => {
  const killed = new Error('killed');
  const { commands, followed } = given((time) =>
    time % 2 === 1 ? Promise.reject(killed) : Promise.resolve(),
  );
  await commands.keepPause();
  expect(followed).toEqual([]);
  await expect(commands.change(true, byStaff())).rejects.toBe(killed);
  await commands.keepPause();
  expect(followed).toMatchObject([{ paused: true }]);
  await expect(commands.change(false, byStaff())).rejects.toBe(killed);
  await commands.keepPause();
  expect(followed).toHaveLength(1);
});

it('changes nothing by a retry that comes after another decision', async () => {
  const { commands, followed } = given();
  const run = byStaff();
  await commands.change(false, run);
  await commands.change(true, byStaff());
  await commands.change(false, run);
  expect(followed.at(-1)).toMatchObject({ paused: true });
});
