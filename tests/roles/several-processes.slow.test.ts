// Slow because four processes start, and one of them is killed.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allProjections } from '../../projections/all.ts';
import { BOOKINGS_TABLE } from '../../projections/bookings/projection.ts';
import { postgresSealingKeys } from '../../src/adapters/postgres/sealing-keys.ts';
import { deriveKey } from '../../src/adapters/secrets/derived-keys.ts';
import { CreatedBooking } from '../../src/contracts/bookings/bookings.ts';
import { createKeyedMutex } from '../../src/eventsourcing/async/keyed-mutex.ts';
import { openPersonal } from '../../src/eventsourcing/sealing/open-personal.ts';
import { createEventStreams } from '../../src/eventsourcing/streams/event-streams.ts';
import { createSecretLinks } from '../../src/features/booking/appointment/secret-links.ts';
import { settingsDecider } from '../../src/features/settings/decider.ts';
import { verify } from '../../src/proof/verify.ts';
import { addSalonDays, dayOfWeek, formatTime, salonDate } from '../../src/salon/salon-time.ts';
import { type LogUnderTest, makeLogUnderTest } from '../support/log/log-under-test.ts';
import { eventually } from '../support/machine/eventually.ts';
import { createHttpClient, type HttpClient } from '../support/network/http-client.ts';
import { asNewAs, patiently } from '../support/network/patiently.ts';
import { SECTIONS_OF_FILE } from '../support/salon/sections-of-file.ts';
import { runOf, STAFF } from '../support/salon/test-salon.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { bookingRequest } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';

/** Two processes that answer requests and two that project, for one salon. */

const SECRET_KEY = randomBytes(24).toString('hex');

interface Member {
  readonly process: ServerProcess;
  readonly http: HttpClient;
}

let database: TestDatabase;
let logUnderTest: LogUnderTest;
let apis: readonly [Member, Member];
let projectors: readonly [Member, Member];
const members: Member[] = [];

async function start(role: 'all' | 'api' | 'projector'): Promise<Member> {
  const process = await startServerProcess({
    ROLE: role,
    DATABASE_URL: database.url,
    ...logUnderTest.settings,
    SECRET_KEY,
    PUBLIC_URL: 'https://salon.example',
    BOOKING_LIMIT_PER_HOUR: '0',
    RATE_LIMIT_PER_MINUTE: '0',
  });
  const member = { process, http: createHttpClient(() => process.url) };
  members.push(member);
  return member;
}

const pair = (role: 'api' | 'projector') => Promise.all([start(role), start(role)]);

interface Readiness {
  readonly status: string;
  readonly read_models: { readonly role?: 'active' | 'standby'; readonly eventsBehind: number };
  readonly slot_keeper?: { readonly status: string };
}

const readiness = async ({ http }: Member) =>
  (await http.send({ path: '/readyz' })).json as Readiness | undefined;
const roleOf = async (member: Member) => (await readiness(member))?.read_models.role;

/** An open weekday, so many days after the next. */
function openDay(index: number): string {
  const days: string[] = [];
  for (let day = addSalonDays(salonDate(new Date(), 'America/Los_Angeles'), 7); days.length <= index; ) {
    if ([2, 3, 4].includes(dayOfWeek(day))) days.push(day);
    day = addSalonDays(day, 1);
  }
  return days[index] ?? '';
}

const book = ({ http }: Member, date: string, time: string, key: string = randomUUID()) =>
  patiently(() =>
    http.send({
      method: 'POST',
      path: '/api/bookings',
      body: bookingRequest({ appointment_date: date, appointment_time: time }),
      headers: { 'Idempotency-Key': key },
    }),
  );

const freeOn = async ({ http }: Member, date: string, after: string) => {
  const path = `/api/availability?date=${date}&services=scalp-treatment&after=${after}`;
  const { headers, json } = await asNewAs(path, () => http.send({ path }));
  return {
    reached: String(headers['x-projected-position']),
    slots: (json as { slots: readonly string[] }).slots,
  };
};

beforeAll(async () => {
  database = await createTestDatabase();
  logUnderTest = await makeLogUnderTest(database.url);
  // All at once, on an empty database: each may be the first.
  [apis, projectors] = await Promise.all([pair('api'), pair('projector')]);
  for (const member of members) {
    await eventually(async () => expect((await readiness(member))?.status).toBe('ready'));
  }
});
afterAll(async () => {
  for (const { http, process } of members) {
    http.close();
    await process.stop();
  }
  logUnderTest.stop();
  await database.drop();
});

describe('a salon of several processes, step by step', { shuffle: false }, () => {
  it('has one active projector, which runs the slot keeper, and one standby', async () => {
    const both = await Promise.all(projectors.map(readiness));
    const told = both.map((one) => [one?.read_models.role, one?.slot_keeper?.status]).sort();
    expect(told).toEqual([
      ['active', 'following'],
      ['standby', 'standby'],
    ]);
    for (const api of apis) expect(await readiness(api)).not.toHaveProperty('slot_keeper');
  });

  it('answers nobody but its operators where it projects', async () => {
    const [projector] = projectors;
    for (const path of ['/', '/api/services', '/api/docs', '/favicon.svg']) {
      expect((await projector.http.send({ path })).status).toBe(404);
    }
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await projector.http.send({ path })).status).toBe(200);
    }
  });

  it('says in every process what staff have saved of the salon', async () => {
    const log = logUnderTest.open();
    const streams = createEventStreams(log, settingsDecider, {
      mutex: createKeyedMutex(),
      now: () => new Date(),
    });
    const changes = { name: 'Maison & Fils' };
    const ofFile = SECTIONS_OF_FILE.salon;
    const command = { section: 'salon', ofFile, changes, hasBookings: false } as const;
    await streams.handle(
      'salon',
      () => command,
      runOf({ key: randomUUID(), command: 'change-settings-salon', body: changes, actor: STAFF }),
    );
    for (const { http } of apis)
      await eventually(async () => {
        expect((await http.send({ path: '/api/salon' })).json).toMatchObject(changes);
        const page = await http.send({ path: '/', headers: { Accept: 'text/html' } });
        expect(page.text).toContain('Maison &amp; Fils');
      });
  });

  it('shows through one process at once what was booked through another', async () => {
    const date = openDay(0);
    const [first, second] = apis;
    for (let half = 0; half < 8; half += 1) {
      const [here, there] = half % 2 === 0 ? [first, second] : [second, first];
      const time = formatTime(540 + half * 30);
      const { position } = CreatedBooking.parse((await book(here, date, time)).json);
      const { reached, slots } = await freeOn(there, date, position);
      expect(reached >= position).toBe(true);
      expect(slots).not.toContain(time);
    }
  });

  it('gives one time to one of two who ask two processes for it at once', async () => {
    const date = openDay(1);
    const answers = await Promise.all(apis.map((api) => book(api, date, '10:00 AM')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('answers a retry through another process like the first try', async () => {
    const key = randomUUID();
    const [first, second] = apis;
    const once = await book(first, openDay(2), '10:00 AM', key);
    expect(once.status).toBe(201);
    expect((await book(second, openDay(2), '10:00 AM', key)).json).toEqual(once.json);
  });

  it('goes on with the standby when the projector is killed, and loses and repeats nothing', async () => {
    const roles = await Promise.all(projectors.map(roleOf));
    const [active, standby] =
      roles[0] === 'active' ? projectors : ([...projectors].reverse() as [Member, Member]);
    const booked: string[] = [];
    let isBooking = true;
    const customers = apis.map(async (api, customer) => {
      for (let number = 0; isBooking && number < 20 * 24; number += 1) {
        const date = openDay(3 + 20 * customer + Math.floor(number / 24));
        const answer = await book(api, date, formatTime(540 + (number % 24) * 30));
        expect(answer.status, answer.text).toBe(201);
        booked.push(CreatedBooking.parse(answer.json).position);
        // The days are to last until the standby is at work.
        if (number > 100) await setTimeout(200);
      }
    });
    await expect.poll(() => booked.length).toBeGreaterThan(10);

    await active.process.kill();
    await expect.poll(() => roleOf(standby), { interval: 20 }).toBe('active');
    const before = booked.length;
    await expect.poll(() => booked.length).toBeGreaterThan(before + 10);
    isBooking = false;
    await Promise.all(customers);

    const last = booked.toSorted().at(-1) ?? '';
    for (const api of apis) expect((await freeOn(api, openDay(3), last)).reached >= last).toBe(true);
    const proof = await eventually(async () => {
      const result = await verification();
      expect(result).toMatchObject({ isClean: true, violations: [], offences: [] });
      return result;
    });
    const { rows } = await database.pool.query<{ count: string }>(`select count(*) from ${BOOKINGS_TABLE}`);
    expect(Number(rows[0]?.count)).toBe(proof.bookings);
    expect(proof.bookings).toBe(8 + 1 + 1 + booked.length);
  });

  it('is up to date, too, through a standby of both kinds', async () => {
    const both = await start('all');
    await eventually(async () => expect((await readiness(both))?.status).toBe('ready'));
    expect(await roleOf(both)).toBe('standby');
    const date = openDay(61);
    const here = CreatedBooking.parse((await book(both, date, '1:00 PM')).json);
    expect((await freeOn(both, date, here.position)).slots).not.toContain('1:00 PM');
    const there = CreatedBooking.parse((await book(apis[0], date, '3:00 PM')).json);
    const { reached, slots } = await freeOn(both, date, there.position);
    expect(reached >= there.position).toBe(true);
    expect(slots).not.toContain('3:00 PM');
  });

  it('gives time back that was let go, now that the slot keeper has moved too', async () => {
    const [first, second] = apis;
    const date = openDay(60);
    const booking = CreatedBooking.parse((await book(first, date, '2:00 PM')).json);
    expect((await freeOn(second, date, booking.position)).slots).not.toContain('2:00 PM');
    const cancelled = await second.http.send({
      method: 'POST',
      path: '/api/manage/cancel',
      body: {},
      headers: { Authorization: `Bearer ${booking.management_token}` },
    });
    const { position } = cancelled.json as { position: string };
    const free = async () => (await freeOn(first, date, position)).slots;
    await expect.poll(free).toContain('2:00 PM');
  });
});

/** The protocol's proof an hour later, so that nothing hides behind a grace, and every read model beside its rebuild. */
async function verification() {
  const log = logUnderTest.open();
  const key = (purpose: Parameters<typeof deriveKey>[1]) => deriveKey(SECRET_KEY, purpose);
  const links = createSecretLinks({
    token: key('management-token/v1'),
    shortCode: key('short-code/v1'),
  });
  const keys = postgresSealingKeys(database.pool, key('sealing-master/v1'));
  try {
    return await verify({
      store: log,
      pool: database.pool,
      open: openPersonal(keys),
      projections: allProjections(links),
      now: () => new Date(Date.now() + 3_600_000),
    });
  } finally {
    await log.close();
  }
}
