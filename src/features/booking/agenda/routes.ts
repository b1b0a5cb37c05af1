import express, { type RequestHandler, type Router } from 'express';
import { type CreatedHold, CreateHold, HoldPath } from '../../../contracts/holds.ts';
import { RuleBroken } from '../../../eventsourcing/decider.ts';
import type { CommandRunner } from '../../../http/command-run.ts';
import { parseBody, parsePath } from '../../../http/parse.ts';
import { TooMany } from '../../../http/problem-details.ts';
import { addressOf, type LimitSubject } from '../../../http/rate-limits.ts';
import { parseTime } from '../../../salon/salon-time.ts';
import type { HoldCommands, HoldQuota } from './hold-commands.ts';

export interface HoldRoutesDeps {
  readonly commands: HoldCommands;
  readonly runner: CommandRunner;
  /** Counts the live holds of one address. */
  readonly limit: {
    admit(subjects: readonly string[], holdId: string, insteadOf?: string): Promise<number>;
    withdraw(subjects: readonly string[], holdId: string): Promise<void>;
  };
  readonly subjectOf: LimitSubject;
  /** Per-address limit of requests, put before every route. */
  readonly perAddress: RequestHandler;
}

const ACTOR = { kind: 'customer' } as const;

/** `POST /api/holds` and `DELETE /api/holds/{id}`. */
export function holdRoutes({ commands, runner, limit, subjectOf, perAddress }: HoldRoutesDeps): Router {
  const router = express.Router();

  function quotaOf(address: string): HoldQuota {
    const subjects = [subjectOf('address', address)];
    return {
      async admit(holdId, replaces) {
        const wait = await limit.admit(subjects, holdId, replaces);
        if (wait > 0) throw new TooMany('too-many-requests', wait);
      },
      withdraw: (holdId) => limit.withdraw(subjects, holdId),
    };
  }

  router.post('/api/holds', perAddress, async (req, res) => {
    const body = parseBody(CreateHold, req);
    const start = parseTime(body.time);
    if (start === null) throw new RuleBroken('validation-failed');
    const request = {
      date: body.date,
      start,
      serviceIds: body.services.map(({ id }) => id),
      replaces: body.hold_id,
      quota: quotaOf(addressOf(req)),
    };
    const { holdId, expiresAt, position } = await runner.run(
      req,
      runner.keyOf(req),
      { command: 'hold-slot', actor: ACTOR, body },
      (run) => commands.hold(request, run),
    );
    const answer: CreatedHold = { hold_id: holdId, expires_at: expiresAt, position };
    res.status(201).set('Cache-Control', 'no-store').json(answer);
  });

  // Known or not, held or over: the answer is the same, so that nobody learns from it which holds there are.
  router.delete('/api/holds/:id', perAddress, async (req, res) => {
    const { id } = parsePath(HoldPath, req);
    await runner.run(
      req,
      runner.keyOf(req),
      { command: 'drop-hold', subject: id, actor: ACTOR, body: {} },
      (run) => commands.drop(id, run),
    );
    await quotaOf(addressOf(req)).withdraw(id);
    res.status(204).set('Cache-Control', 'no-store').end();
  });

  return router;
}
