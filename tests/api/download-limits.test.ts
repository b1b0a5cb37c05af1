import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { BOOKINGS_TABLE } from '../../projections/bookings/projection.ts';
import { CUSTOMERS_TABLE } from '../../projections/customers/projection.ts';
import { madeKey } from '../support/accounts/api-keys.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';

/** Each person and each API key downloads two files at a time, whatever addresses the requests come from. */

let salon: TestSalon;
let ada: StaffApi;
let eve: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({
    now: new Date(),
    settings: { TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '1000' },
  });
  [ada, eve] = [await givenStaff(salon), await givenStaff(salon)];
  await salon.booked({ appointment_date: salon.freshDay() });
});
afterAll(() => salon.stop());

const FILES = {
  bookings: '/api/admin/bookings.csv',
  customers: '/api/admin/customers.csv',
} as const;

let addresses = 0;

/** Begins a download at an address of its own. The head of a file comes at once, and its lines once the table can be read. */
function begun(token: string, file: keyof typeof FILES) {
  addresses += 1;
  const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': `203.0.113.${addresses}` };
  const download = { hasBegun: false, head: fetch(`${salon.url}${FILES[file]}`, { headers }) };
  download.head.then(
    () => {
      download.hasBegun = true;
    },
    () => {},
  );
  return download;
}

/** Tries again where the machine stood still meanwhile: a query that is held up for ten seconds is ended, and its file is cut. */
async function unhurried(work: () => Promise<void>): Promise<void> {
  for (;;) {
    const began = performance.now();
    try {
      return await work();
    } catch (error) {
      if (performance.now() - began < 8_000) throw error;
    }
  }
}

/** Holds up all files from here on. @returns what lets them go on */
async function heldUp() {
  const client = await salon.database.pool.connect();
  let isHeld = true;
  const goOn = async () => {
    if (isHeld) await client.query('commit');
    isHeld = false;
  };
  onTestFinished(async () => {
    await goOn();
    client.release();
  });
  await client.query('begin');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  await client.query(`lock table ${BOOKINGS_TABLE}, ${CUSTOMERS_TABLE} in access exclusive mode`);
  return goOn;
}

const keyOf = async (by: StaffApi) => (await madeKey(by)).key;

it.each<[string, () => Promise<readonly [string, string]>]>([
  ['an API key, beside one of another person', async () => [await keyOf(ada), await keyOf(eve)]],
  ['an API key, beside another one of the same person', async () => [await keyOf(ada), await keyOf(ada)]],
  ['an API key, beside the person who made it', async () => [await keyOf(ada), ada.token]],
  ['a person, beside another one', async () => [ada.token, eve.token]],
  ['a person, beside an API key of theirs', async () => [eve.token, await keyOf(eve)]],
])('lets a third download of %s wait', async (_title, given) => {
  const [busy, other] = await given();
  await unhurried(async () => {
    const goOn = await heldUp();
    try {
      const two = [begun(busy, 'bookings'), begun(busy, 'customers')];
      for (const { head } of two) expect((await head).status).toBe(200);
      const third = begun(busy, 'bookings');
      const others = [begun(other, 'customers'), begun(other, 'bookings')];
      for (const { head } of others) expect((await head).status).toBe(200);
      expect(third.hasBegun).toBe(false);
      await goOn();
      for (const { head } of [...two, ...others])
        expect((await (await head).text()).length).toBeGreaterThan(10);
      // On a very busy machine it may have waited too long.
      expect([200, 429]).toContain((await third.head).status);
      expect((await begun(busy, 'bookings').head).status).toBe(200);
    } finally {
      await goOn();
    }
  });
});

it('gives a turn back when somebody leaves before the file is whole', async () => {
  const key = await keyOf(ada);
  await unhurried(async () => {
    const goOn = await heldUp();
    try {
      const leaving = new AbortController();
      const headers = { Authorization: `Bearer ${key}` };
      const ask = () => fetch(`${salon.url}${FILES.bookings}`, { headers, signal: leaving.signal });
      const two = await Promise.all([ask(), ask()]);
      expect(two.map(({ status }) => status)).toEqual([200, 200]);
      leaving.abort();
      const after = await Promise.all([begun(key, 'bookings').head, begun(key, 'customers').head]);
      expect(after.map(({ status }) => status)).toEqual([200, 200]);
      await goOn();
      for (const file of after) expect(await file.text()).toContain('Id');
    } finally {
      await goOn();
    }
  });
});
