import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createUsageCounts } from '../../src/adapters/postgres/usage-counts.ts';
import type { BookingRecord } from '../../src/contracts/bookings/booking-records.ts';
import { createAdmission, MOST_HOLDS } from '../../src/features/booking/admission/admission.ts';
import { MOST_MINUTES } from '../../src/features/booking/admission/policy.ts';
import { Refused } from '../../src/http/refusal.ts';
import { codesDouble } from '../support/accounts/codes-double.ts';
import { newPerson } from '../support/booking/admission-world.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const database = givenDatabase();
const PER_HOUR = 5;
const [SALON, HOME] = ['192.0.2.1', '192.0.2.2'];

/** Two processes that count in one database, and a read model that learns of bookings only when it is told. */
function givenTwoProcesses() {
  const scope = randomUUID();
  const seen: BookingRecord[] = [];
  const processes = [0, 1].map(() =>
    createAdmission({
      counts: createUsageCounts(database.pool),
      subjectOf: (...what) => [scope, ...what].join(' '),
      hashesOf: async (address) => ({ current: address, all: [address] }),
      records: {
        of: async ({ sources, ids }) =>
          seen.filter(({ id, source }) => ids.includes(id) || sources.includes(source ?? '')),
        lastHour: async () => [],
      },
      codes: codesDouble([]).codes,
      perHour: PER_HOUR,
      now: () => new Date(),
    }),
  );
  return { seen, processes };
}

const attempt = fc.record({
  kind: fc.constantFrom('booking', 'booking', 'hold'),
  address: fc.constantFrom(SALON, SALON, HOME),
  minutes: fc.constantFrom(15, 60, 120, 180, 240, 480),
  process: fc.constantFrom(0, 1),
  isSeen: fc.boolean(),
});

it('never gives a sender more than its bookings, holds and minutes, however many requests come at once', async () => {
  const atOnce = fc.array(attempt, { minLength: 1, maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(fc.array(atOnce, { minLength: 1, maxLength: 3 }), async (rounds) => {
      const { seen, processes } = givenTwoProcesses();
      const admitted: { readonly kind: string; readonly address: string; readonly minutes: number }[] = [];
      for (const round of rounds) {
        const outcomes = await Promise.allSettled(
          round.map(async ({ kind, address, minutes, process, isSeen }) => {
            const sender = { kind: 'customer', address } as const;
            const admission = processes[process];
            const id = randomUUID();
            if (kind === 'hold') await admission?.admitHold({ holdId: id, sender, minutes });
            else {
              const booking = { bookingId: id, sender, contacts: newPerson(), minutes, isRepeated: false };
              await admission?.admitBooking(booking);
            }
            admitted.push({ kind, address, minutes });
            const { email, phoneE164 } = newPerson();
            const record = { id, minutes, source: address, email, phoneE164, madeAt: new Date() };
            if (kind === 'booking' && isSeen) seen.push({ ...record, status: 'pending', isUpcoming: true });
          }),
        );
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Refused);
      }
      for (const address of [SALON, HOME]) {
        const own = admitted.filter((one) => one.address === address);
        const bookings = own.filter(({ kind }) => kind === 'booking').length;
        expect(bookings).toBeLessThanOrEqual(PER_HOUR);
        expect(own.length - bookings).toBeLessThanOrEqual(MOST_HOLDS.live);
        expect(own.reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(MOST_MINUTES);
      }
    }),
    { numRuns: 40 },
  );
});

it('admits exactly as many bookings as fit, when a process is sent far too many at once', async () => {
  const [admission] = givenTwoProcesses().processes;
  const sender = { kind: 'customer', address: SALON } as const;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, () =>
      admission?.admitBooking({
        bookingId: randomUUID(),
        sender,
        contacts: newPerson(),
        minutes: 180,
        isRepeated: false,
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MOST_MINUTES / 180);
});
