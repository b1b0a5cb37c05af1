import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { retryingConflicts } from '../../src/eventsourcing/deadline.ts';
import { WrongExpectedRevision } from '../../src/eventsourcing/event-store.ts';
import { createCommandRunner } from '../../src/http/command-run.ts';
import { beginFacts, factsOf } from '../../src/http/request-context.ts';

it("counts how often a command was decided again, in the request's facts and in all", async () => {
  let retries = 0;
  const runner = createCommandRunner(randomBytes(32), () => {
    retries += 1;
  });
  const res = { locals: {}, set: () => {} } as unknown as Response;
  const req = { res, get: () => undefined } as unknown as Request;
  beginFacts(req, res, () => {});

  let losses = 2;
  const request = { command: 'book', actor: { kind: 'customer' }, body: {} } as const;
  const answer = await runner.run(req, runner.keyOf(req), request, (run) =>
    retryingConflicts(run, async () => {
      if (losses > 0) {
        losses -= 1;
        throw new WrongExpectedRevision('agenda-2026-11-24', 'no-stream');
      }
      return { position: '1', correlationId: run.context.correlationId };
    }),
  );
  expect(retries).toBe(2);
  expect(factsOf(res)).toMatchObject({ retries: 2, position: '1', correlationId: answer.correlationId });
});
