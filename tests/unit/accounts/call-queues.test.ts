import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CallQueues,
  createCallQueues,
} from '../../../src/features/accounts/supabase-protocol/call-queues.ts';
import type { AuthRequest, CallKind } from '../../../src/features/accounts/supabase-protocol/endpoint.ts';
import { createMinuteLimit } from '../../../src/http/limits/rate-limits.ts';

const A_MINUTE = 20;
let queues: CallQueues;
let begun: string[];
const given = (callsPerMinute: number) =>
  createCallQueues({
    limit: createMinuteLimit(callsPerMinute),
    accessTokens: {
      verify: async (token) =>
        token.startsWith('forged')
          ? undefined
          : { userId: token.split(' of ')[1] ?? token, sessionId: token, aal: 'aal1', amr: [] },
    },
    devices: { known: async ({ cookie }) => (cookie === 'known' ? 'its hash' : undefined) },
    sessionOf: async (token) =>
      token.startsWith('unknown')
        ? undefined
        : { id: `session of ${token}`, user: token.split(' of ')[1] ?? token },
  });
beforeEach(() => {
  begun = [];
  queues = given(A_MINUTE);
});

interface Call {
  readonly kind?: CallKind;
  readonly address?: string;
  readonly bearer?: string;
  readonly cookie?: string;
  readonly body?: object;
  readonly gone?: AbortSignal;
}

const enter = async ({ kind = 'plain', address = '192.0.2.1', bearer, cookie, body = {}, gone }: Call) => {
  const device = { userAgent: '', address, cookie };
  const request: AuthRequest = { body, query: {}, params: {}, bearer, device };
  await queues.count(kind, request);
  return queues.enter(kind, request, gone ?? new AbortController().signal);
};

/** Asks to begin, and stays under way once begun. */
function stay(name: string, call: Call = {}) {
  const entered = enter(call);
  entered.then(
    () => begun.push(name),
    () => {},
  );
  return entered;
}
const settled = async () => {
  for (let n = 0; n < 20; n += 1) await nextTurn();
};
const signIn = (address: string): Call => ({
  kind: 'hash',
  address,
  body: { email: 'ada@example.com', password: 'guess' },
});
const tooMany = expect.objectContaining({ code: 'too-many-requests' });
const later = expect.objectContaining({ code: 'request_timeout', status: 503 });
const times = async (count: number, call: Call) => {
  for (let n = 0; n < count; n += 1) (await enter(call))();
};

describe('calls under way at once', () => {
  it('are far fewer than there are connections to the database', async () => {
    for (let n = 0; n < 30; n += 1) {
      const address = `198.51.100.${n}`;
      stay('call', { address });
      stay('sign-in', signIn(address));
      stay('known', { kind: 'hash', bearer: `session-${n}` });
    }
    await settled();
    expect(begun.toSorted()).toEqual([
      ...Array(6).fill('call'),
      ...Array(2).fill('known'),
      ...Array(2).fill('sign-in'),
    ]);
  });

  it('leave room for others than the one who has many', async () => {
    for (let n = 0; n < 15; n += 1) stay('crowd', { address: '192.0.2.66' });
    for (let n = 0; n < 15; n += 1) stay('hash', signIn('192.0.2.67'));
    stay('call', { address: '192.0.2.1' });
    stay('sign-in', signIn('192.0.2.1'));
    await settled();
    expect(begun).toEqual(expect.arrayContaining(['call', 'sign-in']));
  });

  it('by one user have one turn, however many sessions they have begun', async () => {
    const hash = { kind: 'hash' as const };
    for (let n = 0; n < 15; n += 1) stay('many', { ...hash, bearer: `session-${n} of mallory` });
    stay('owner', { ...signIn('192.0.2.201'), cookie: 'known' });
    await settled();
    expect(begun).toEqual(['many', 'owner']);
  });

  it('of sign-in wait for no other service that keeps many waiting', async () => {
    for (let n = 0; n < 15; n += 1) stay('away', { kind: 'away', address: `192.0.2.${n}` });
    stay('call', { address: '192.0.2.99' });
    await settled();
    expect(begun.toSorted()).toEqual([...Array(6).fill('away'), 'call']);
  });

  it('by one session have their own turns beside a crowd at the same network address', async () => {
    for (let n = 0; n < 15; n += 1) stay('crowd');
    stay('mine', { bearer: 'session-1' });
    await settled();
    expect(begun).toContain('mine');
  });

  it('from a known device need not wait for the hashes of strangers, wherever these are', async () => {
    for (let n = 0; n < 15; n += 1) stay('stranger', signIn(`192.0.2.${n}`));
    stay('forger', { ...signIn('192.0.2.200'), cookie: 'made up' });
    stay('owner', { ...signIn('192.0.2.201'), cookie: 'known' });
    await settled();
    expect(begun.filter((name) => name !== 'stranger')).toEqual(['owner']);
  });
});

describe('a call whose client has gone', () => {
  it('is never begun, and its turn goes to the next', async () => {
    const leave = await enter(signIn('192.0.2.1'));
    const gone = new AbortController();
    const left = stay('left', { ...signIn('192.0.2.1'), gone: gone.signal });
    stay('next', signIn('192.0.2.1'));
    await settled();
    gone.abort();
    await expect(left).rejects.toEqual(later);
    leave();
    await settled();
    expect(begun).toEqual(['next']);
  });

  it('does not even ask for a turn', async () => {
    await expect(enter({ gone: AbortSignal.abort() })).rejects.toEqual(later);
  });
});

it('refuses, when too many wait, the latest of the one with most, with a reason to try again', async () => {
  queues = given(0);
  const crowd = Array.from({ length: 1 + 512 }, () => {
    const asked = stay('crowd', signIn('192.0.2.66'));
    asked.catch(() => {});
    return asked;
  });
  const first = stay('first', signIn('192.0.2.1'));
  stay('second', signIn('192.0.2.2'));
  await expect(crowd.at(-1)).rejects.toEqual(later);
  (await first)();
  await expect.poll(() => begun).toContain('second');
});

describe('calls in a minute', () => {
  it('are limited from one address, and from one session apart', async () => {
    await times(A_MINUTE, {});
    await expect(enter({})).rejects.toEqual(tooMany);
    await expect(enter({ bearer: 'forged' })).rejects.toEqual(tooMany);
    await times(A_MINUTE, { bearer: 'session-1' });
    await expect(enter({ bearer: 'session-1' })).rejects.toEqual(tooMany);
    await times(1, { bearer: 'session-2' });
  });

  it('are limited of all sessions that one user has at an address, and of nobody with the same account elsewhere', async () => {
    for (let n = 0; n < 5; n += 1) await times(A_MINUTE, { bearer: `session-${n} of mallory` });
    await expect(enter({ bearer: 'session-6 of mallory' })).rejects.toEqual(tooMany);
    await times(1, { bearer: 'session-7 of mallory', address: '192.0.2.2' });
    await times(1, { bearer: 'session-1 of ada' });
  });

  it('are limited from an IPv6 network of 48 bits, too', async () => {
    for (let n = 0; n < 4; n += 1) await times(A_MINUTE, { address: `2001:db8:0:${n}00::/56` });
    await expect(enter({ address: '2001:db8:0:900::/56' })).rejects.toEqual(tooMany);
    await times(1, { address: '2001:db8:1::/56' });
  });

  it('of strangers at the same address leave a session its refresh, and free calls to everybody', async () => {
    await times(A_MINUTE, {});
    const refresh = (token: string) => ({ kind: 'refresh' as const, body: { refresh_token: token } });
    await times(A_MINUTE, refresh('mine'));
    await expect(enter(refresh('mine'))).rejects.toEqual(later);
    await times(1, refresh('yours'));
    await expect(enter(refresh('unknown'))).rejects.toEqual(later);
    await times(5 * A_MINUTE, { kind: 'free' });
  });

  it('of all sessions of a user at one address are five times those of one, refreshes as well', async () => {
    const refresh = (session: number, address = '192.0.2.1') => ({
      kind: 'refresh' as const,
      address,
      body: { refresh_token: `${session} of ada` },
    });
    for (let session = 1; session <= 5; session += 1) await times(A_MINUTE, refresh(session));
    await expect(enter(refresh(6))).rejects.toEqual(later);
    await times(1, refresh(6, '198.51.100.1'));
  });

  it('that are refused take no turns away', async () => {
    const refresh = { kind: 'refresh' as const, body: { refresh_token: 'mine' } };
    await times(A_MINUTE, refresh);
    for (let n = 0; n < 10; n += 1) await enter(refresh).catch(() => {});
    await times(1, { kind: 'free' });
    await times(1, { kind: 'refresh', body: { refresh_token: 'yours' } });
  });
});
