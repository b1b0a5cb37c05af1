import { setTimeout as pause } from 'node:timers/promises';
import { clean } from '../../../../src/app/worker/cleaning.ts';
import { secretLinksOf } from '../../../../src/features/booking/appointment/secret-links.ts';
import { addSalonDays, salonDate } from '../../../../src/salon/salon-time.ts';
import { startTwilioDouble } from '../../../support/messages/twilio-double.ts';
import { addAdmin, tokenOf } from '../admin/staff.ts';
import type { HttpStage } from '../http/http.ts';
import { SECRET_KEY } from '../http/sides.ts';
import { type Row, rowOf } from '../row.ts';
import { steadily } from '../steadily.ts';
import { type Salon, startSalon } from './salon.ts';

/** A hundred thousand events. */
const APPOINTMENTS = 20_500;
const ROUNDS = 3;
const READS_PER_SECOND = 20;
const LONGEST_WAIT_MS = 1_000;
/** Until no transaction is open any more that is older than the erasure. */
const OLDER_TRANSACTIONS_MS = 1_000;

/** Pages of staff and of visitors; another question each time, so that no kept answer serves it. */
const PAGES: readonly ((number: number) => string)[] = [
  (number) => `/api/admin/bookings?from=${dayBefore(number)}`,
  (number) => `/api/admin/customers?search=person${number}%40`,
  (number) => `/api/admin/calendar?from=${dayBefore(number)}&to=${dayBefore(number - 6)}`,
  () => `/api/availability?date=${dayBefore(-7)}&services=womens-haircut`,
];
const dayBefore = (days: number) => addSalonDays(salonDate(new Date(), 'America/Los_Angeles'), -days);

/** The longest that a reader has waited for a page meanwhile, in milliseconds. @throws Error when one got none */
async function longestWait(salon: Salon, token: string, work: () => Promise<void>): Promise<number> {
  const stop = new AbortController();
  let number = 0;
  const read = async (due: number) => {
    number += 1;
    const path = PAGES[number % PAGES.length]?.(number) ?? '';
    const answer = await fetch(salon.serviceUrl + path, { headers: { Authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
    return performance.now() - due;
  };
  const reading = steadily(READS_PER_SECOND, Number.POSITIVE_INFINITY, read, stop.signal);
  try {
    await work();
  } finally {
    stop.abort();
  }
  return Math.max(...(await reading));
}

/** How long readers wait while what an erasure has left in the database's files is written anew, on an embedded server. */
export async function benchCleaning(stage: HttpStage): Promise<Row[]> {
  const provider = await startTwilioDouble();
  const salon = await startSalon(stage, provider.url, 'cleaning', APPOINTMENTS);
  try {
    await addAdmin(salon.pool);
    const token = await tokenOf(salon.serviceUrl);
    const cleaning = () =>
      clean(
        {
          config: { backupDir: undefined },
          databaseUrl: salon.url,
          secretKey: SECRET_KEY,
          links: secretLinksOf(SECRET_KEY),
          rebuild: async (name) => {
            await salon.rate({ name });
          },
          report: () => {},
        },
        new AbortController().signal,
      );
    const waits: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // As an erasure leaves it.
      await salon.pool.query('insert into sealing.sealing_keys (stream, shredded_at) values ($1, now())', [
        `customer-of-round-${round}`,
      ]);
      await pause(OLDER_TRANSACTIONS_MS);
      waits.push(await longestWait(salon, token, cleaning));
    }
    const name = `longest wait for a page while erased data is removed from the files, ${salon.events} events`;
    const rounds = waits.map((ours) => ({ limit: LONGEST_WAIT_MS, ours }));
    return [rowOf({ name, unit: 'ms', required: 1 }, rounds)];
  } finally {
    await salon.stop();
    await provider.stop();
  }
}
