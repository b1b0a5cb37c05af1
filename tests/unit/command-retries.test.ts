import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { WrongExpectedRevision } from '../../src/eventsourcing/event-store.ts';
import { retryingConflicts } from '../../src/eventsourcing/streams/retrying-conflicts.ts';
import { createCommandRunner } from '../../src/http/operation/command-runner.ts';
import type { RequestContext } from '../../src/http/server/request-context.ts';

it('counts how often a command was decided again, in the context of its request and in all', async () => {
  let retries = 0;
  const runCommand = createCommandRunner(randomBytes(32), () => {
    retries += 1;
  });
  const context: RequestContext = { correlationId: 'caller' };

  let losses = 2;
  const request = {
    command: 'book',
    subject: undefined,
    actor: { kind: 'customer' },
    body: {},
    key: 'a key that is long enough',
    ifVersion: undefined,
    deadlineMs: 60_000,
  } as const;
  const answer = await runCommand(context, request, (run) =>
    retryingConflicts(run, async () => {
      if (losses > 0) {
        losses -= 1;
        throw new WrongExpectedRevision('agenda-2026-11-24', 'no-stream');
      }
      return run.context;
    }),
  );
  expect(retries).toBe(2);
  expect(context).toMatchObject({ retries: 2, commandId: answer.commandId });
  expect(answer).toMatchObject({ correlationId: 'caller', causationId: 'caller', actor: request.actor });
});
