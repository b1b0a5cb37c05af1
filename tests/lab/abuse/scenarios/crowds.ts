import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { addSalonDays, salonDate } from '../../../../src/salon/salon-time.ts';
import { book } from '../book.ts';
import { untilOver } from '../bookers.ts';
import { type Counts, FIVE_ADDRESSES, type Scenario, type Target, VISITOR_ADDRESS } from '../scenario.ts';

/** Requests that cost more to answer than to send, as fast as they are answered. */

/** Each address opens so many connections: more than may be under way and wait. */
const CONNECTIONS = 300;
const SECONDS = 12;
const CONNECTING_MS = 5_000;
/** A refused visitor asks again after so long, though told to wait for a second. */
const REFUSED_MS = 100;

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** @returns the status of the answer, once all of it is there */
function sent({ host, port, over }: Target, localAddress: string, agent: Agent, call: Call): Promise<number> {
  const { method, path, body } = call;
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const outgoing = request({ host, port, method, path, agent, localAddress, headers, signal: over });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      incoming.on('error', reject);
      incoming.on('end', () => resolve(incoming.statusCode ?? 0));
      incoming.resume();
    });
    outgoing.end(body);
  });
}

async function crowd(target: Target, callOf: (turn: number) => Call): Promise<Counts> {
  const counts: Record<string, number> = {};
  let turn = 0;
  const agents = FIVE_ADDRESSES.map((address) => ({
    address,
    agent: new Agent({ keepAlive: true, maxFreeSockets: CONNECTIONS }),
  }));
  await Promise.all(
    agents.flatMap(({ address, agent }) =>
      Array.from({ length: CONNECTIONS }, async (_, index) => {
        // New connections wait for each other, and a proxy is there to limit them: so these come one after the other.
        await sleep((CONNECTING_MS * index) / CONNECTIONS);
        return untilOver(target.over, async () => {
          const status = await sent(target, address, agent, callOf(turn++)).catch(() => 'lost');
          counts[`answers ${status}`] = (counts[`answers ${status}`] ?? 0) + 1;
          if (status !== 200) await sleep(REFUSED_MS);
        });
      }),
    ),
  );
  for (const { agent } of agents) agent.destroy();
  return counts;
}

const passwordOf = (email: string, password: string): Call => ({
  method: 'POST',
  path: '/auth/v1/token?grant_type=password',
  body: JSON.stringify({ email, password }),
});

const OWNER = { email: 'owner@salon.example', password: 'four-quiet-brushes-42' };
const SIGNED_IN = 'sign-ins by the owner meanwhile';
const LATE = 'of them later than a second';

/** The owner has signed in from this address before the others begin. */
async function prepareOwner(url: string): Promise<void> {
  const { hostname: host, port } = new URL(url);
  const over = new AbortController().signal;
  const target = { host, port: Number(port), over, prepared: undefined, share: { index: 0, of: 1 } };
  await sent(target, VISITOR_ADDRESS, new Agent(), passwordOf(OWNER.email, OWNER.password));
}

/** The owner signs in from there again, once a second. */
async function signInAsOwner(target: Target): Promise<Counts> {
  const counts = { [SIGNED_IN]: 0, [LATE]: 0 };
  const agent = new Agent();
  await untilOver(target.over, async () => {
    const began = performance.now();
    const status = await sent(target, VISITOR_ADDRESS, agent, passwordOf(OWNER.email, OWNER.password));
    counts[SIGNED_IN] += Number(status === 200);
    counts[LATE] += Number(performance.now() - began > 1_000);
    await sleep(1_000, undefined, { signal: target.over });
  });
  return counts;
}

/** Lists within lists, as many as 32 kB have room for. */
const DEEP = `{"a":${'['.repeat(16_000)}${']'.repeat(16_000)}}`;

const crowds = (title: string, callOf: (turn: number) => Call): Scenario => ({
  title: `five addresses ${title}, on ${CONNECTIONS} connections each`,
  seconds: SECONDS,
  attack: (target) => crowd(target, callOf),
});

/** Days that nobody has asked for before, while there are any. */
function freeTimes(turn: number): Call {
  const date = addSalonDays(salonDate(new Date(), 'America/Los_Angeles'), 1 + (turn % 180));
  const services = ['scalp-treatment', 'perm', 'updo'][Math.floor(turn / 180) % 3];
  return { method: 'GET', path: `/api/availability?date=${date}&services=${services}` };
}

export const scenarios: readonly Scenario[] = [
  crowds('ask for free times', freeTimes),
  crowds('ask for what is not there', (turn) => ({ method: 'GET', path: `/api/short-links?code=${turn}` })),
  crowds('send lists within lists', () => ({ method: 'POST', path: '/api/bookings', body: DEEP })),
  {
    title: `five addresses wait for a position that no read model reaches, on ${CONNECTIONS} connections each`,
    seconds: SECONDS,
    withoutProjector: true,
    prepare: book,
    attack: (target) =>
      crowd(target, () => ({ method: 'GET', path: `/api/services?after=${target.prepared}` })),
  },
  {
    title: `five addresses guess passwords, on ${CONNECTIONS} connections each, while the owner signs in`,
    seconds: SECONDS,
    settings: { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password },
    // It runs in a process of its own, so that the owner doesn't wait for the work of the others.
    processes: 2,
    prepare: prepareOwner,
    attack: (target) =>
      target.share.index === 1
        ? signInAsOwner(target)
        : crowd(target, (turn) => passwordOf(turn % 2 ? OWNER.email : `${turn}@example.com`, 'a guess')),
    promised: {
      text: 'the owner signs in each time within a second',
      isKept: (counts) => (counts[SIGNED_IN] ?? 0) > SECONDS / 2 && counts[LATE] === 0,
    },
  },
];
