// Slow because it backs up and restores a whole salon between both logs.
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import {
  backedUp,
  emptyInstallation,
  givenFolder,
  type Installation,
  restored,
} from '../../support/backup/installation.ts';
import { reportsOf } from '../../support/backup/reports.ts';
import { eventually } from '../../support/machine/eventually.ts';
import { textsIn } from '../../support/messages/text-files.ts';
import { showPicture } from '../../support/pictures/show.ts';
import { ALL_TESTS } from '../../support/run/all-tests.ts';
import { operatorCommand } from '../../support/server/operator-command.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../../support/server/server.ts';
import { wholeLog } from '../../support/server/server-proof.ts';
import { customersOf } from '../../support/staff/customers-api.ts';
import { givenStaff } from '../../support/staff/staff-api.ts';
import { change } from '../../support/staff/staff-bookings.ts';

const REVIEWS = '/api/admin/reviews';
const settings = { MESSAGE_WINDOW_SECONDS: '0' };

async function salonOn(installation: Installation, now: Date): Promise<TestSalon> {
  const salon = await givenSalon({ now, settings, stores: installation });
  onTestFinished(() => salon.stop());
  return salon;
}

const facts = ({ position: _, ...event }: RecordedEvent) => ({ ...event, revision: Number(event.revision) });
async function factsOf({ logUnderTest }: Pick<Installation, 'logUnderTest'>) {
  const log = logUnderTest.open();
  return (await wholeLog(log).finally(log.close)).map(facts);
}

/** Nothing waits: each row of the queue has ended, or is a reminder of a later day. */
async function settled(salon: TestSalon, now: Date): Promise<void> {
  // The messenger has come to all events, so no row is missing.
  await salon.idle();
  await eventually(async () => {
    const waiting = 'select from sent where ended_at is null and look_at <= $1';
    expect((await salon.database.pool.query(waiting, [now])).rows).toEqual([]);
  });
}

const WAYS = [
  ['Postgres', 'EventStoreDB'],
  ['EventStoreDB', 'Postgres'],
  ['Postgres', 'Postgres'],
] as const;

describe.each(ALL_TESTS ? WAYS : WAYS.slice(0, 1))(
  'a backup of a salon with its log in %s, restored with the log in %s',
  (from, to) => {
    it('has all that was acknowledged, in order, proves clean, and sends nothing twice', async () => {
      const began = new Date();
      const source = await givenSalon({ now: began, settings, stores: await emptyInstallation(from) });
      onTestFinished(() => source.stop());
      const staff = await givenStaff(source);
      const picture = await showPicture(source, staff, 'share');
      const day = source.freshDay();
      const at = (hour: number) => ({ appointment_date: day, appointment_time: `${hour}:00 AM` });
      const [confirmed, erased] = [await source.booked(at(9)), await source.booked(at(11))];
      expect((await change(staff, confirmed.id, 'confirm')).status).toBe(200);
      const customers = customersOf(source, staff);
      const person = await customers.registered('Annie Erased');
      expect((await staff.post(`/api/admin/customers/${person.id}/erase`)).status).toBe(200);
      await staff.delete(`/api/admin/bookings/${erased.id}`);
      await staff.post(REVIEWS, { name: 'Una Kept', rating: 5, text: 'Lovely.' });
      const review = await staff.post(REVIEWS, { name: 'Vera Erased', rating: 5, text: 'Lovely.' });
      await staff.post(`${REVIEWS}/${(review.json as { id: string }).id}/erase`);
      await settled(source, began);
      const asOf = new Date(began.getTime() + 1_000);
      source.setClock(new Date(began.getTime() + 2_000));
      const expected = await reportsOf(staff, source, asOf);

      const acknowledged: string[] = [];
      let sure: readonly string[] = [];
      const booking = new AbortController();
      const bookings = (async () => {
        while (!booking.signal.aborted) {
          const date = source.freshDay();
          for (const time of ['9:00 AM', '10:00 AM', '11:00 AM', '1:00 PM', '2:00 PM']) {
            const answer = await source.post(
              '/api/bookings',
              bookingRequest({ appointment_date: date, appointment_time: time }),
            );
            expect(answer.status, answer.text).toBe(201);
            acknowledged.push((answer.json as { id: string }).id);
          }
        }
      })();
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(4));
      const folder = join(await givenFolder(), 'first');
      const manifest = await backedUp(source, folder, {
        now: () => {
          sure = [...acknowledged];
          return new Date();
        },
      });
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(sure.length));
      booking.abort();
      await bookings;

      const installation = await emptyInstallation(to);
      await restored(folder, installation);
      const events = await factsOf(installation);
      expect(events).toHaveLength(manifest.files.log.lines);
      expect(events).toEqual((await factsOf(source)).slice(0, events.length));
      const inBackup = new Set(events.map(({ stream }) => stream));
      expect(sure.filter((id) => !inBackup.has(`booking-${id}`))).toEqual([]);

      const copy = await salonOn(installation, new Date(began.getTime() + 3_000));
      const staffThere = await givenStaff(copy);
      expect(await reportsOf(staffThere, copy, asOf)).toEqual(expected);
      expect((await copy.get('/readyz')).status).toBe(200);
      expect((await staffThere.get(REVIEWS)).json).toMatchObject([{ name: 'Una Kept' }]);
      const file = `/pictures/${picture}/1200.jpg`;
      expect((await copy.get(file)).text).toBe((await source.get(file)).text);
      expect((await copy.get('/api/salon')).json).toMatchObject({
        pictures: [{ use: 'share', id: picture }],
      });
      expect((await staffThere.get('/api/admin/sending')).json).toMatchObject({
        paused: true,
        why: 'copied',
      });
      expect((await staffThere.post('/api/admin/sending', { paused: false })).status).toBe(200);
      await settled(copy, new Date(began.getTime() + 3_000));
      expect(await textsIn(copy.dataDir)).toEqual([]);
      expect(await operatorCommand(copy, 'verify.ts')).toContain('Verified');

      const again = join(await givenFolder(), 'second');
      await backedUp(copy, again);
      const back = await emptyInstallation(from);
      await restored(again, back);
      expect(await factsOf(back)).toEqual(await factsOf(copy));
      const third = await salonOn(back, new Date(began.getTime() + 4_000));
      await givenStaff(third);
      expect(await operatorCommand(third, 'verify.ts')).toContain('Verified');
    });
  },
);
