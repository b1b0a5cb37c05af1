import { randomBytes } from 'node:crypto';
import type express from 'express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.ts';
import { LOG_START } from '../../src/eventsourcing/event-store.ts';
import { StaleVersion } from '../../src/eventsourcing/streams/decider.ts';
import { createRequestLimits } from '../../src/http/limits/request-limits.ts';
import type { Guards } from '../../src/http/operation/caller.ts';
import { createCommandRunner } from '../../src/http/operation/command-runner.ts';
import { createKeptAnswers, type KeepAnswers } from '../../src/http/operation/kept-answers.ts';
import type { MomentOf } from '../../src/http/operation/moments.ts';
import { createOperations } from '../../src/http/operation/operation.ts';
import { createProjectionWait } from '../../src/http/operation/projected.ts';
import { refuse } from '../../src/http/refusal.ts';
import { listSecrets, renameSecret } from '../support/server/made-up-operations.ts';
import { served } from '../support/server/served-router.ts';
import { STAFF } from '../support/staff/staff-caller.ts';

const plantFlower = defineOperation({
  method: 'post',
  path: '/api/flowers',
  summary: 'Made up for these tests',
  caller: 'public',
  body: z.object({ name: z.string() }),
  answer: { status: 204 },
  command: 'plant-flower',
});

const unlisted = defineOperation({ ...listSecrets, path: '/api/unlisted' });

const countFlowers = defineOperation({
  method: 'get',
  path: '/api/flowers',
  summary: 'Made up for these tests',
  caller: 'public',
  answer: { status: 200, body: z.object({ made: z.number() }) },
  isProjected: true,
  isShared: true,
});
const countBills = defineOperation({
  ...countFlowers,
  path: '/api/bills',
  caller: 'admin',
  roles: 'owners',
  area: 'reports',
});
const countTrees = defineOperation({ ...countBills, path: '/api/trees', moment: 'if asked' });
const momentCounts = [countTrees];

const unlimited = createRequestLimits(0);

const operationsWith = (
  guards: Guards,
  keepAnswers?: KeepAnswers,
  writes: express.RequestHandler = unlimited.perMinute['writes and secrets'],
  momentOf: MomentOf = async () => ({ moment: { position: '0'.repeat(32), as_of: null }, positions: [] }),
) =>
  createOperations({
    ownBookings: async () => new Set(),
    listed: [listSecrets, renameSecret, plantFlower, countFlowers, countBills, ...momentCounts],
    guards,
    keepAnswers,
    runCommand: createCommandRunner(randomBytes(32)),
    namesOf: async (ids) => {
      if (ids.includes('outage')) throw new Error('no database');
      return new Map([['ada', 'Ada Lovelace']]);
    },
    waitForProjection: createProjectionWait({ reached: async () => LOG_START, head: async () => LOG_START }),
    momentOf,
    limits: { ...unlimited, perMinute: { ...unlimited.perMinute, 'writes and secrets': writes } },
    checkAnswers: true,
  });

const ADMINS = {
  admin: (req: express.Request) => {
    if (req.get('Authorization') !== 'Bearer admin') throw refuse('forbidden');
    return STAFF;
  },
};

describe('mounting an operation', () => {
  it('is impossible without a guard for its callers', () => {
    const { on } = operationsWith({});
    expect(() => on(listSecrets, async () => ({ body: { secrets: [] } }))).toThrow('there is no guard for');
  });

  it('is impossible for one that the list of operations lacks', async () => {
    const { on, router, mounted } = operationsWith(ADMINS);
    expect(() => on(unlisted, async () => ({ body: { secrets: [] } }))).toThrow(
      'get /api/unlisted is not in the list of operations',
    );
    expect([...mounted]).toEqual([]);
    expect((await (await served(router))('/api/unlisted')).status).toBe(404);
  });

  it('is impossible with an answer of another shape', () => {
    const { on } = operationsWith(ADMINS);
    // @ts-expect-error numbers are not what the contract says
    on(listSecrets, async () => ({ body: { secrets: [1] } }));
    // @ts-expect-error the body belongs to an operation that has one
    on(renameSecret, async () => ({ body: {} }));
  });

  it('is impossible for staff without saying which API keys open it, and gives a person only where none does', () => {
    const { on } = operationsWith(ADMINS);
    // @ts-expect-error neither an area nor null
    defineOperation({ ...countFlowers, path: '/api/bills', caller: 'admin' });
    on(listSecrets, async ({ caller }) => ({ body: { secrets: [caller.email] } }));
    // @ts-expect-error programs have no address, and have not just signed in
    on(renameSecret, async ({ caller }) => void caller.email);
  });

  it('admits only callers whom the guard admits, and gives the handler the caller', async () => {
    const { on, router } = operationsWith(ADMINS);
    on(listSecrets, async ({ caller }) => ({ body: { secrets: [caller.userId] } }));
    const ask = await served(router);
    expect((await ask('/api/secrets', { token: 'somebody' })).status).toBe(403);
    const answer = await ask('/api/secrets');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer.json()).toEqual({ secrets: ['ada'] });
  });

  it('counts no request whose body another site’s page could send', async () => {
    let counted = 0;
    const { on, router } = operationsWith(ADMINS, undefined, (_req, _res, next) => {
      counted += 1;
      next();
    });
    on(plantFlower, async () => {});
    const ask = await served(router);
    const plant = async (type: string) =>
      (
        await ask('/api/flowers', {
          method: 'POST',
          body: '{"name":"Iris"}',
          headers: { 'Content-Type': type },
        })
      ).status;
    expect([await plant('text/plain'), counted]).toEqual([415, 0]);
    expect([await plant('application/json'), counted]).toEqual([204, 1]);
  });

  it('reads no body of whoever may not ask, or asks too often', async () => {
    const tooMany: express.RequestHandler = () => {
      throw refuse('too-many-requests');
    };
    const { on, router } = operationsWith(ADMINS, undefined, tooMany);
    on(renameSecret, async () => {});
    on(plantFlower, async () => {});
    const ask = await served(router);
    const rename = async (token: string) =>
      (await ask('/api/secrets/1', { method: 'PATCH', body: '{', token })).status;
    expect(await rename('somebody')).toBe(403);
    expect(await rename('admin')).toBe(400);
    expect((await ask('/api/flowers', { method: 'POST', body: '{' })).status).toBe(429);
  });

  it("runs a command as its caller's, about what the path names", async () => {
    const { on, router } = operationsWith(ADMINS);
    const runs: unknown[] = [];
    on(renameSecret, async ({ params, body, run }) => {
      runs.push({ id: params.id, name: body.name, actor: run.context.actor });
    });
    const ask = await served(router);
    const answer = await ask('/api/secrets/7', { method: 'PATCH', body: '{"name":"x"}' });
    expect(answer.status).toBe(204);
    expect(runs).toEqual([{ id: '7', name: 'x', actor: { kind: 'admin', userId: 'ada' } }]);
  });

  it('tells staff whose version is stale what was decided since, and by whom', async () => {
    const { on, router } = operationsWith(ADMINS);
    const at = '2026-11-20T18:00:00.000Z';
    const since = [
      { type: 'SecretRenamed', at, actor: { kind: 'admin', userId: 'ada' } },
      { type: 'SecretRenamed', at, actor: { kind: 'admin', userId: 'gone' } },
      { type: 'SecretTold', at, actor: { kind: 'system', process: 'teller' } },
    ];
    on(renameSecret, async () => {
      throw new StaleVersion(4, since);
    });
    const answer = await (await served(router))('/api/secrets/7', { method: 'PATCH', body: '{"name":"x"}' });
    expect({ status: answer.status, etag: answer.headers.get('ETag') }).toEqual({ status: 412, etag: '"4"' });
    expect(await answer.json()).toMatchObject({
      code: 'stale',
      version: 4,
      changes: [
        { type: 'SecretRenamed', at, by: { kind: 'admin', name: 'Ada Lovelace' } },
        { type: 'SecretRenamed', at, by: { kind: 'admin', name: null } },
        { type: 'SecretTold', at, by: { kind: 'system', name: null } },
      ],
    });
  });

  it('tells what was decided also while nobody knows the names', async () => {
    const { on, router } = operationsWith(ADMINS);
    const at = '2026-11-20T18:00:00.000Z';
    on(renameSecret, async () => {
      throw new StaleVersion(2, [{ type: 'SecretRenamed', at, actor: { kind: 'admin', userId: 'outage' } }]);
    });
    const answer = await (await served(router))('/api/secrets/7', { method: 'PATCH', body: '{"name":"x"}' });
    expect(await answer.json()).toMatchObject({
      code: 'stale',
      changes: [{ by: { kind: 'admin', name: null } }],
    });
  });

  it('gives up after the deadline of the operation', async () => {
    const { on, router } = operationsWith(ADMINS);
    on(listSecrets, () => new Promise(() => {}));
    const answer = await (await served(router))('/api/secrets');
    expect({ status: answer.status, retry: answer.headers.get('Retry-After') }).toEqual({
      status: 503,
      retry: '1',
    });
  });

  it('keeps answers that all visitors share, and none of staff’s', async () => {
    const { on, router } = operationsWith(
      ADMINS,
      createKeptAnswers(
        () => new Date('2026-11-20T18:00:00Z'),
        () => '0',
      ),
    );
    for (const operation of [countFlowers, countBills]) {
      let made = 0;
      on(operation, async () => {
        made += 1;
        return { body: { made } };
      }, [{ name: 'garden' }]);
    }
    const request = await served(router);
    const answersOf = async (path: string) => {
      const ask = async (): Promise<unknown> => (await request(path)).json();
      return [await ask(), await ask()];
    };
    expect(await answersOf('/api/flowers')).toEqual([{ made: 1 }, { made: 1 }]);
    expect(await answersOf('/api/bills')).toEqual([{ made: 1 }, { made: 2 }]);
  });

  it('gets the moment that is asked for, which only read models of the past may not have reached', async () => {
    const position = '7'.repeat(32);
    const asked: (readonly { readonly name: string }[])[] = [];
    const momentOf: MomentOf = async (_query, models) => {
      asked.push(models);
      return { moment: { position, as_of: null }, positions: models.map(() => position) };
    };
    const { on, router } = operationsWith(ADMINS, undefined, undefined, momentOf);
    const [garden, past] = [{ name: 'garden' }, { name: 'garden of the past' }];
    let made = 0;
    const moments: (string | undefined)[] = [];
    on(
      countTrees,
      async ({ moment }) => {
        moments.push(moment?.position);
        made += 1;
        return { body: { made } };
      },
      [garden],
      [past],
    );
    const ask = await served(router);
    const answerTo = async (query: string) => {
      const answer = await ask(`/api/trees${query}`);
      return [await answer.json(), answer.headers.get('X-Projected-Position')];
    };
    expect(await answerTo('')).toEqual([{ made: 1 }, '0'.repeat(32)]);
    expect(asked).toEqual([]);
    expect(await answerTo(`?at=${position}`)).toEqual([{ made: 2 }, position]);
    expect(await answerTo('?as_of=2026-11-20T18:00:00Z')).toEqual([{ made: 3 }, position]);
    expect(asked).toEqual([
      [garden, past],
      [garden, past],
    ]);
    expect(moments).toEqual([undefined, position, position]);
  });

  it('turns an answer that differs from its contract into an error where tests ask for it', async () => {
    const { on, router } = operationsWith(ADMINS);
    const more = { secrets: [], password: 'not in the contract' };
    on(listSecrets, async () => ({ body: more }));
    expect((await (await served(router))('/api/secrets')).status).toBe(500);
  });
});
