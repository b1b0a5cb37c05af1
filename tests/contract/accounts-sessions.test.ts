import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { livingSessions } from '../../src/features/accounts/sessions/sessions.ts';
import { signInEventsOf } from '../../src/features/accounts/sessions/sign-in-events.ts';
import type { AuthErrorCode } from '../../src/features/accounts/supabase-protocol/auth-errors.ts';
import { givenAccountsWorld } from '../support/accounts/accounts-world.ts';

let world: Awaited<ReturnType<typeof givenAccountsWorld>>;
beforeAll(async () => {
  world = await givenAccountsWorld();
});
afterAll(() => world.database.drop());

const started = async (userId: string) =>
  withTransaction(world.pool, (db) =>
    world.sessions.start(db, { userId, method: 'password', place: world.place }),
  );
const raised = (id: string) => withTransaction(world.pool, (db) => world.sessions.raise(db, { id }, 'totp'));
const refreshed = (token: string) => world.sessions.refresh(token, world.place);
const tokensOf = async (sessionId: string) =>
  Number(
    (
      await world.pool.query('select count(*) from accounts.refresh_tokens where session_id = $1', [
        sessionId,
      ])
    ).rows[0].count,
  );
const refused = (code: AuthErrorCode) => expect.objectContaining({ name: 'AuthError', code });
const bearerOf = async (issued: Awaited<ReturnType<typeof started>>) =>
  (await world.sessions.answer(issued)).access_token;

describe('a session', () => {
  it('names its user until its access token has expired', async () => {
    const userId = await world.user();
    const bearer = await bearerOf(await started(userId));
    expect(await world.authenticate({ bearer })).toMatchObject({ user: { id: userId }, aal: 'aal1' });
    world.pass(3_599_000);
    await world.authenticate({ bearer });
    world.pass(2_000);
    await expect(world.authenticate({ bearer })).rejects.toEqual(refused('bad_jwt'));
  });

  it('exchanges each refresh token for the next', async () => {
    const first = await started(await world.user());
    const second = await refreshed(first.refreshToken);
    expect(second).toMatchObject({ id: first.id, aal: 'aal1', amr: first.amr });
    world.pass(60_000);
    expect((await refreshed(second.refreshToken)).refreshToken).not.toBe(second.refreshToken);
  });

  it('gives the same next one to all tabs that use a refresh token within ten seconds', async () => {
    const issued = await started(await world.user());
    const { refreshToken } = issued;
    const answers = await Promise.all([1, 2, 3].map(() => refreshed(refreshToken)));
    world.pass(10_000);
    const last = await refreshed(refreshToken);
    expect(new Set([...answers, last].map((answer) => answer.refreshToken)).size).toBe(1);
    expect(await tokensOf(issued.id)).toBe(2);
    world.pass(60_000);
    await refreshed(last.refreshToken);
  });

  it('gives a tab that is late what the others have by now', async () => {
    const issued = await started(await world.user());
    const second = await refreshed(issued.refreshToken);
    const third = await refreshed(second.refreshToken);
    for (const _ of [1, 2, 3])
      expect((await refreshed(issued.refreshToken)).refreshToken).toBe(third.refreshToken);
    expect(await tokensOf(issued.id)).toBe(3);
  });

  it('keeps one line of tokens through each second factor, without grace for what that has used up', async () => {
    const issued = await started(await world.user());
    const stolen = [issued.refreshToken, (await refreshed(issued.refreshToken)).refreshToken];
    let sure = await raised(issued.id);
    for (const _ of ['once', 'and again']) {
      for (const token of stolen)
        await expect(refreshed(token)).rejects.toEqual(refused('refresh_token_not_found'));
      const next = await refreshed(sure.refreshToken);
      expect(next).toMatchObject({ id: issued.id, aal: 'aal2' });
      stolen.push(sure.refreshToken, next.refreshToken);
      sure = await raised(issued.id);
    }
    world.pass(60_000);
    await refreshed(sure.refreshToken);
  });

  it('has one line also where a refresh and a second factor meet', async () => {
    const issued = await started(await world.user());
    const [sure, ...others] = await Promise.all([
      raised(issued.id),
      ...[1, 2, 3].map(() => refreshed(issued.refreshToken).catch(() => undefined)),
    ]);
    for (const other of others)
      if (other)
        await expect(refreshed(other.refreshToken)).rejects.toEqual(refused('refresh_token_not_found'));
    world.pass(60_000);
    await refreshed(sure.refreshToken);
  });

  it('is one of fifty at most: the new one stays, and those of two factors before those of one', async () => {
    const userId = await world.user();
    const sure = await raised((await started(userId)).id);
    world.pass(1_000);
    const oldest = await started(userId);
    for (let count = 3; count <= 50; count += 1) {
      world.pass(1_000);
      await started(userId);
    }
    await refreshed(oldest.refreshToken);
    world.pass(1_000);
    const newest = await started(userId);
    expect(await livingSessions(world.pool, userId, world.now())).toHaveLength(50);
    for (const living of [sure, oldest, newest]) await refreshed(living.refreshToken);
  });

  it('is over, and in no list, when it was not refreshed for thirty days', async () => {
    const userId = await world.user();
    const { refreshToken } = await started(userId);
    const living = () => livingSessions(world.pool, userId, world.now());
    world.pass(30 * 86_400_000);
    expect(await living()).toHaveLength(1);
    world.pass(1);
    expect(await living()).toEqual([]);
    await expect(refreshed(refreshToken)).rejects.toEqual(refused('refresh_token_not_found'));
  });

  it('ends altogether when a refresh token is used again later', async () => {
    const issued = await started(await world.user());
    const bearer = await bearerOf(issued);
    const { refreshToken: next } = await refreshed(issued.refreshToken);
    world.pass(60_001);
    await expect(refreshed(issued.refreshToken)).rejects.toEqual(refused('refresh_token_already_used'));
    await expect(refreshed(next)).rejects.toEqual(refused('refresh_token_not_found'));
    await expect(world.authenticate({ bearer })).rejects.toEqual(refused('session_not_found'));
    const [event] = await signInEventsOf(world.pool, issued.userId, 1);
    expect(event).toMatchObject({
      kind: 'refresh-token-reused',
      sourceHash: 'somewhere',
      userAgent: 'a test',
    });
  });

  it('goes on after an answer was lost: for a minute the token gets the one that nobody has used yet', async () => {
    const issued = await started(await world.user());
    const lost = await refreshed(issued.refreshToken);
    for (const passed of [10_001, 20_000, 29_999]) {
      world.pass(passed);
      expect((await refreshed(issued.refreshToken)).refreshToken).toBe(lost.refreshToken);
    }
    // Now somebody has it, so the one before it is stolen, or theirs is.
    const next = await refreshed(lost.refreshToken);
    await expect(refreshed(issued.refreshToken)).rejects.toEqual(refused('refresh_token_already_used'));
    await expect(refreshed(next.refreshToken)).rejects.toEqual(refused('refresh_token_not_found'));
  });

  it('goes on in the same way once it is raised, and never by a token of before', async () => {
    const issued = await started(await world.user());
    const before = await refreshed(issued.refreshToken);
    const sure = await raised(issued.id);
    const lost = await refreshed(sure.refreshToken);
    world.pass(10_000);
    await expect(refreshed(before.refreshToken)).rejects.toEqual(refused('refresh_token_not_found'));
    world.pass(30_000);
    expect(await refreshed(sure.refreshToken)).toMatchObject({
      aal: 'aal2',
      refreshToken: lost.refreshToken,
    });
    await expect(refreshed(before.refreshToken)).rejects.toEqual(refused('refresh_token_already_used'));
  });

  it('has one line of tokens in whatever order clients refresh, lose answers, wait and show second factors', async () => {
    const action = fc.oneof(
      { weight: 5, arbitrary: fc.record({ do: fc.constant('refresh' as const), token: fc.nat(6) }) },
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant('wait' as const),
          ms: fc.constantFrom(0, 4_000, 9_999, 10_000, 10_001, 30_000, 59_999, 60_000, 60_001),
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('raise' as const) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 14 }), async (actions) => {
        const first = await started(await world.user());
        // Every token that any client has got, the first one first; several may have got the same.
        const given = [{ token: first.refreshToken, usedAt: Number.NaN, line: 0 }];
        let line = 0;
        let hasEnded = false;
        for (const one of actions) {
          const now = world.now().getTime();
          if (one.do === 'wait') world.pass(one.ms);
          else if (one.do === 'raise') {
            if (hasEnded) continue;
            for (const token of given) if (Number.isNaN(token.usedAt)) token.usedAt = now;
            line += 1;
            given.push({ token: (await raised(first.id)).refreshToken, usedAt: Number.NaN, line });
          } else {
            const index = given.length - 1 - (one.token % given.length);
            const used = given[index];
            if (!used) continue;
            const later = given.slice(index + 1).filter((other) => other.line === used.line);
            const active = later.at(-1);
            const age = now - used.usedAt;
            const answered = await refreshed(used.token).then(
              ({ refreshToken }) => refreshToken,
              ({ code }: { code: string }) => code,
            );
            if (hasEnded) expect(answered).toBe('refresh_token_not_found');
            else if (Number.isNaN(used.usedAt)) {
              expect(given.map(({ token }) => token)).not.toContain(answered);
              used.usedAt = now;
              given.push({ token: answered, usedAt: Number.NaN, line });
            } else if (used.line === line && active && age <= (later.length === 1 ? 60_000 : 10_000))
              expect(answered).toBe(active.token);
            else if (used.line < line && age <= 10_000) expect(answered).toBe('refresh_token_not_found');
            else {
              expect(answered).toBe('refresh_token_already_used');
              hasEnded = true;
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('ends after thirty days without use', async () => {
    const { refreshToken } = await started(await world.user());
    world.pass(30 * 86_400_000 + 1);
    await expect(refreshed(refreshToken)).rejects.toEqual(refused('refresh_token_not_found'));
  });

  it('is raised to aal2, which ends the others that have one factor', async () => {
    const userId = await world.user();
    const other = await raised((await started(userId)).id);
    const [first, second] = [await started(userId), await started(userId)];
    const issued = await raised(first.id);
    expect(issued).toMatchObject({ id: first.id, aal: 'aal2' });
    expect(issued.amr.map(({ method }) => method)).toEqual(['password', 'totp']);
    await expect(refreshed(second.refreshToken)).rejects.toEqual(refused('refresh_token_not_found'));
    expect(await refreshed(issued.refreshToken)).toMatchObject({ aal: 'aal2' });
    await refreshed(other.refreshToken);
    await expect(raised(second.id)).rejects.toEqual(refused('session_not_found'));
  });

  it('cannot be refreshed to aal2 by a token of before', async () => {
    const issued = await started(await world.user());
    await raised(issued.id);
    world.pass(10_001);
    await expect(refreshed(issued.refreshToken)).rejects.toEqual(refused('refresh_token_already_used'));
  });

  it.each([
    ['local', [false, true]],
    ['others', [true, false]],
    ['global', [false, false]],
  ] as const)('ends by its scope: %s', async (scope, alive) => {
    const userId = await world.user();
    const stranger = await started(await world.user());
    const both = [await started(userId), await started(userId)] as const;
    await world.sessions.end(world.pool, both[0], scope);
    const living = await Promise.all(
      both.map(({ refreshToken }) =>
        refreshed(refreshToken).then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(living).toEqual(alive);
    await refreshed(stranger.refreshToken);
  });
});
