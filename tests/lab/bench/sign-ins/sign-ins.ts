import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '../../../../src/adapters/postgres/pool.ts';
import { createPasswords } from '../../../../src/features/accounts/users/passwords.ts';
import { addUser } from '../../../../src/features/accounts/users/users.ts';
import { days } from '../calendar.ts';
import type { HttpStage } from '../http/http.ts';
import { startService } from '../http/sides.ts';
import { inTurns, median, type Row, rowOf } from '../row.ts';
import type { Rush, RushResult } from './rush.ts';

const AT_ONCE = 200;
const ROUNDS = 7;
const READS_PER_SECOND = 200;
/** Without sign-ins; about as long as they take. */
const QUIET_SECONDS = 8;
const WARM_UP = { seconds: 5, signIns: 20 };
/** What availability's 99th percentile may grow to. */
const MOST = 2;
const ANSWERED_WITHIN_SECONDS = 30;
const PASSWORD = 'Bluebird-7-lantern';

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/** Confirmed accounts with one password. @returns their addresses */
async function writeAccounts(databaseUrl: string, count: number): Promise<string[]> {
  const pool = createPool({ url: databaseUrl, name: 'bench' });
  try {
    const passwordHash = await createPasswords().hash(PASSWORD);
    const now = new Date();
    const emails = Array.from({ length: count }, (_, n) => `person-${n}@example.com`);
    for (const email of emails) {
      const names = { firstName: 'Ada', lastName: 'Lovelace' };
      const user = { id: randomUUID(), email, passwordHash, emailConfirmedAt: now, createdAt: now };
      await addUser(pool, { ...user, ...names });
    }
    return emails;
  } finally {
    await pool.end();
  }
}

const agent = new Agent({ keepAlive: true });
let sent = 0;

function read(url: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  sent += 1;
  const path = `/api/availability?services=womens-haircut&date=${days[sent % days.length]}`;
  const request = get(url + path, { agent }, (response) => {
    response.resume().on('end', () => {
      if (response.statusCode === 200) resolve();
      else reject(new Error(`availability answered ${response.statusCode}`));
    });
  });
  // The server has closed an idle connection just as it was used again; browsers ask again, too.
  request.on('error', (error) => (request.reusedSocket ? resolve(read(url)) : reject(error)));
  return promise;
}

/**
 * Reads at a steady rate until the signal aborts.
 *
 * @returns the 99th percentile in milliseconds: from when each was due, so that one that had to wait for its turn counts in full
 */
async function readUntil(url: string, signal: AbortSignal): Promise<number> {
  const began = performance.now();
  const times: Promise<number>[] = [];
  for (let number = 0; !signal.aborted; number += 1) {
    const due = began + (number * 1_000) / READS_PER_SECOND;
    await sleep(Math.max(0, due - performance.now()));
    times.push(read(url).then(() => performance.now() - due));
  }
  return percentile(await Promise.all(times), 0.99);
}

/** Availability while 200 people sign in at once, against the same without them. */
export async function benchSignIns(stage: HttpStage): Promise<Row[]> {
  const databaseUrl = await stage.newDatabase('sign_ins');
  const server = await startService({ databaseUrl }, stage.folder);
  const rushes = fork(join(import.meta.dirname, 'rush.ts'));
  try {
    const { url } = server;
    const emails = await writeAccounts(databaseUrl, AT_ONCE);
    const took: number[] = [];

    async function rush(people: readonly string[]): Promise<void> {
      const answer = once(rushes, 'message');
      rushes.send({ url, emails: people, password: PASSWORD } satisfies Rush);
      const [{ statuses, withoutRetryAfter, seconds }] = (await answer) as [RushResult];
      const odd = Object.keys(statuses).filter((status) => !['200', '429', '503'].includes(status));
      if (odd.length > 0 || withoutRetryAfter > 0)
        throw new Error(`sign-ins got ${JSON.stringify(statuses)}, ${withoutRetryAfter} not told when`);
      took.push(seconds);
    }
    const during = async (work: Promise<void>) => {
      const end = new AbortController();
      const reading = readUntil(url, end.signal);
      await work.finally(() => end.abort());
      return reading;
    };

    await during(sleep(WARM_UP.seconds * 1_000));
    await rush(emails.slice(0, WARM_UP.signIns));
    took.length = 0;
    const rounds = await inTurns(ROUNDS, {
      limit: () => during(sleep(QUIET_SECONDS * 1_000)),
      ours: () => during(rush(emails)),
    });
    const name = `availability p99 while ${AT_ONCE} sign in at once, beside none`;
    const ratios = took.map((seconds) => seconds / ANSWERED_WITHIN_SECONDS);
    return [
      rowOf({ name, unit: 'ms', required: MOST }, rounds),
      {
        name: `${AT_ONCE} sign-ins at once, until the last has its answer`,
        unit: 'ms',
        limit: ANSWERED_WITHIN_SECONDS * 1_000,
        ours: median(took) * 1_000,
        ratio: median(ratios),
        spread: [Math.min(...ratios), Math.max(...ratios)],
        required: 1,
      },
    ];
  } finally {
    rushes.disconnect();
    agent.destroy();
    await server.stop();
  }
}
