import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOKINGS_TABLE } from '../../projections/bookings/projection.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { DEFAULT_BOOKING_LIMITS } from '../support/booking/admission-limits.ts';
import { bookingVisitors, type KnownMinutes, shown } from '../support/booking/booking-visitors.ts';
import { expectProblem } from '../support/network/http.ts';
import { challengeOf, proofHeader, solved } from '../support/network/proof-of-work.ts';
import { type ProfileFile, roomyProfile } from '../support/salon/profile-file.ts';
import { givenSalon, givenSalonForThisTest, type TestSalon } from '../support/server/server.ts';
import { confirmBooking } from '../support/staff/server-staff.ts';

/** With the limits that a salon has by default. */
const SETTINGS = { BOOKING_LIMIT_PER_HOUR: '5', TRUST_PROXY: '1' };
const FREE_AN_HOUR = DEFAULT_BOOKING_LIMITS.free.bookings_per_hour;

let profile: ProfileFile;
let salon: TestSalon;
beforeAll(async () => {
  // What all visitors may take together is the last test's alone.
  profile = await roomyProfile();
  salon = await givenSalon({ settings: { ...SETTINGS, SALON_PROFILE: profile.path } });
});
afterAll(async () => {
  await salon.stop();
  await profile.remove();
});

const somebody = bookingVisitors(() => salon);

describe('one sender', () => {
  it('makes five bookings with one phone or e-mail in an hour without noticing anything, and no sixth', async () => {
    for (const contact of [{ customer_phone: '925-555-0161' }, { customer_email: 'five@example.com' }]) {
      const { book } = somebody();
      for (let time = 0; time < 5; time += 1) expect((await book(contact)).status).toBe(201);
      const sixth = await book(contact);
      expectProblem(sixth, 'rate-limit-exceeded');
      expect(sixth.text).toContain('Rate limit exceeded');
    }
  });

  it('proves work for the booking after the free ones, whatever its contacts', async () => {
    const { book, newRequest, send } = somebody();
    for (let time = 0; time < FREE_AN_HOUR; time += 1) expect((await book()).status).toBe(201);
    const [request, key] = [newRequest({}), randomUUID()];
    const asked = await send(request, key);
    expectProblem(asked, 'proof-required');
    expect(asked.status).toBe(428);
    const proof = proofHeader(await solved(challengeOf(asked)));
    const booked = await send(request, key, proof);
    expect(booked.status).toBe(201);
    expect((await send(request, key)).json).toEqual(booked.json);
  });

  it('never has more than 720 unconfirmed minutes, however they race and whatever they prove', async () => {
    const visitor = somebody();
    const wishes: readonly KnownMinutes[] = [240, 240, 180, 180, 240, 180, 30, 240];
    const answers = await Promise.all(wishes.map((minutes) => visitor.bookWithProof({ minutes })));
    for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 'suspicious-booking');
    let minutes = wishes.reduce<number>(
      (total, one, index) => total + (answers[index]?.status === 201 ? one : 0),
      0,
    );
    expect(minutes).toBeLessThanOrEqual(720);
    // Refusals of a race count for nothing afterwards: the rest of the 720 minutes is still to be had.
    for (; minutes + 30 <= 720; minutes += 30)
      expect((await visitor.bookWithProof({ minutes: 30 })).status).toBe(201);
    expectProblem(await visitor.bookWithProof({ minutes: 30 }), 'suspicious-booking');
  });

  it('has the minutes back that staff have confirmed', async () => {
    const visitor = somebody();
    const first = await shown(salon, await visitor.book({ minutes: 480 }));
    await visitor.bookWithProof({ minutes: 240 });
    expectProblem(await visitor.bookWithProof(), 'suspicious-booking');
    const position = await confirmBooking(salon, first.id);
    await salon.get(`/api/manage?after=${position}`, { token: first.management_token });
    expect((await visitor.book({ minutes: 240 })).status).toBe(201);
  });

  it('books at most 480 minutes at once', async () => {
    const { book } = somebody();
    const before = await salon.log.head();
    expectProblem(await book({ minutes: 510 }), 'booking-too-long');
    expect(await salon.causedByPeopleSince(before)).toEqual([]);
    expect((await book({ minutes: 480 })).status).toBe(201);
  });

  it('is answered when it asks again with one key, whatever the limits', async () => {
    const { newRequest, send, book, bookWithProof } = somebody();
    const [request, key] = [newRequest({ minutes: 480 }), randomUUID()];
    const first = await send(request, key);
    expect(first.status).toBe(201);
    await bookWithProof({ minutes: 240 });
    expectProblem(await book(), 'suspicious-booking');
    for (let time = 0; time < 20; time += 1) expect((await send(request, key)).json).toEqual(first.json);
  });

  it('is known to a booking by a hash alone', async () => {
    const address = '198.51.100.77';
    const booking = await shown(salon, await somebody(address).book());
    const again = await shown(salon, await somebody(address).book());
    const elsewhere = await shown(salon, await somebody().book());
    const sourceIn = async (id: string) => (await salon.log.read(bookingStream(id)))[0]?.data.source;
    expect(await sourceIn(booking.id)).toEqual({ address: expect.stringMatching(/^[\w-]{22}$/) });
    expect(await sourceIn(again.id)).toEqual(await sourceIn(booking.id));
    expect(await sourceIn(elsewhere.id)).not.toEqual(await sourceIn(booking.id));
    const tables = ['usage_counts', 'source_salts', BOOKINGS_TABLE, 'log.events'];
    for (const table of tables) {
      const { rows } = await salon.database.pool
        .query(`select count(*)::int as count from ${table} t where t::text like '%198.51.100.77%'`)
        .catch(() => ({ rows: [{ count: 0 }] }));
      expect(rows).toEqual([{ count: 0 }]);
    }
    expect(salon.logged.join('')).not.toContain(address);
  });
});

describe('a household of IPv6', () => {
  const household = (index: number) => somebody(`2001:db8:7:${index.toString(16).padStart(2, '0')}00::1`);

  it('is one sender, and its network of 48 bits has the time of two', async () => {
    expect((await household(1).book({ minutes: 480 })).status).toBe(201);
    expectProblem(await somebody('2001:db8:7:01ff::99').book(), 'proof-required');
    expect((await household(2).book({ minutes: 480 })).status).toBe(201);
    expect((await household(3).bookWithProof({ minutes: 480 })).status).toBe(201);
    expectProblem(await household(4).bookWithProof(), 'suspicious-booking');
    expect((await somebody('2001:db8:8::1').book()).status).toBe(201);
  });
});

describe('a proof', () => {
  /** A sender that has to prove work, with what it was asked. */
  async function asked() {
    const visitor = somebody();
    expect((await visitor.book({ minutes: 480 })).status).toBe(201);
    const [request, key] = [visitor.newRequest({}), randomUUID()];
    const challenge = challengeOf(await visitor.send(request, key));
    return {
      ...visitor,
      challenge,
      sendWith: (proof: unknown) => visitor.send(request, key, proofHeader(proof)),
    };
  }

  it('of another booking is refused, with a new challenge', async () => {
    const { challenge, newRequest, send } = await asked();
    const answer = await send(newRequest({}), randomUUID(), proofHeader(await solved(challenge)));
    expectProblem(answer, 'proof-required');
    expect(challengeOf(answer)).not.toEqual(challenge);
  });

  it('that expired is refused', async () => {
    const { challenge, sendWith } = await asked();
    const past = { ...challenge.parameters, expiresAt: Math.floor(Date.now() / 1_000) - 1 };
    expectProblem(await sendWith(await solved({ ...challenge, parameters: past })), 'proof-required');
  });

  it('is good for ten minutes', async () => {
    const { challenge } = await asked();
    const secondsLeft = Number(challenge.parameters.expiresAt) - Date.now() / 1_000;
    expect(secondsLeft).toBeGreaterThan(9 * 60);
    expect(secondsLeft).toBeLessThanOrEqual(10 * 60);
  });

  it('of a changed challenge is refused, whatever was changed', async () => {
    const { challenge, sendWith } = await asked();
    const easier = { ...challenge.parameters, keyPrefix: '0' };
    const cheaper = { ...challenge.parameters, cost: 1 };
    const later = { ...challenge.parameters, expiresAt: Number(challenge.parameters.expiresAt) + 3_600 };
    for (const parameters of [easier, cheaper, later])
      expectProblem(await sendWith(await solved({ ...challenge, parameters })), 'proof-required');
    const proof = await solved(challenge);
    expectProblem(
      await sendWith({ ...proof, challenge: { ...challenge, signature: 'a'.repeat(64) } }),
      'proof-required',
    );
    const { counter, derivedKey } = proof.solution;
    for (const solution of [
      { counter: counter + 1, derivedKey },
      { counter, derivedKey: '0'.repeat(derivedKey.length) },
    ])
      expectProblem(await sendWith({ challenge, solution }), 'proof-required');
    expect((await sendWith(proof)).status).toBe(201);
  });

  it.each(['', 'x', '[]', '{}', 'null', '{"challenge":{"parameters":{"data":{}}},"solution":1}'])(
    'that is none is asked for again: %s',
    async (text) => {
      const visitor = somebody();
      await visitor.book({ minutes: 480 });
      const headers = { 'Booking-Proof': Buffer.from(text).toString('base64') };
      expectProblem(await visitor.book({ headers }), 'proof-required');
      expectProblem(await visitor.book({ headers: { 'Booking-Proof': text } }), 'proof-required');
    },
  );

  it('of more than 2 000 characters is malformed', async () => {
    const answer = await somebody().book({ headers: { 'Booking-Proof': 'x'.repeat(2_001) } });
    expectProblem(answer, 'validation-failed');
    expect((await somebody().book({ headers: { 'Booking-Proof': 'x'.repeat(2_000) } })).status).toBe(201);
  });
});

describe('a victim whose phone and e-mail somebody else uses', () => {
  const VICTIM = { customer_phone: '(925) 555-0188', customer_email: 'victim@example.com' };

  it('still books five times in an hour, with at most a proof that the browser does', async () => {
    const attackers = Array.from({ length: 3 }, () => somebody());
    for (const { bookWithProof } of attackers)
      for (let time = 0; time < 5; time += 1) {
        const answer = await bookWithProof({ ...VICTIM, customer_name: `Somebody ${'abcdefghij'[time]}` });
        expect(answer.status).toBe(201);
        await shown(salon, answer);
      }
    const victim = somebody();
    for (let time = 0; time < 5; time += 1) expect((await victim.bookWithProof(VICTIM)).status).toBe(201);
  });
});

describe('holds', () => {
  it('and unconfirmed bookings together take no more than 720 minutes from one sender', async () => {
    const visitor = somebody();
    await shown(salon, await visitor.book({ minutes: 480 }));
    const date = salon.freshDay();
    const hold = (time: string, services: readonly string[]) =>
      salon.post('/api/holds', { date, time, services }, { key: randomUUID(), headers: visitor.from });
    expect((await hold('9:00 AM', ['brazilian-treatment'])).status).toBe(201);
    expectProblem(await hold('1:00 PM', ['color-treatment']), 'too-many-requests');
    expect((await hold('1:00 PM', ['womens-haircut'])).status).toBe(201);
  });

  it('of more than 480 minutes are refused', async () => {
    const services = ['full-color', 'full-highlights', 'brazilian-treatment', 'scalp-treatment'];
    const wish = { date: salon.freshDay(), time: '9:00 AM', services };
    const { from: headers } = somebody();
    expectProblem(await salon.post('/api/holds', wish, { key: randomUUID(), headers }), 'booking-too-long');
  });
});

describe('BOOKING_LIMIT_PER_HOUR=0', () => {
  it('switches all limits off but the field that people never see', async () => {
    const open = await givenSalonForThisTest({ settings: { ...SETTINGS, BOOKING_LIMIT_PER_HOUR: '0' } });
    const { book, from } = bookingVisitors(() => open)();
    const contact = { customer_phone: '925-555-0161', customer_email: 'one@example.com' };
    for (let time = 0; time < 25; time += 1)
      expect((await book({ ...contact, minutes: 180 })).status).toBe(201);
    expectProblem(await book({ subject: 'Cheap watches' }), 'suspicious-booking');
    const date = open.freshDay();
    for (const time of ['9:00 AM', '10:00 AM', '11:00 AM', '12:00 PM', '1:00 PM']) {
      const wish = { date, time, services: ['scalp-treatment'] };
      expect((await open.post('/api/holds', wish, { key: randomUUID(), headers: from })).status).toBe(201);
    }
  });
});
