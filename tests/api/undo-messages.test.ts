import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import type { BookingMessages } from '../../src/contracts/messages/waiting-messages.ts';
import { eventually } from '../support/machine/eventually.ts';
import { startTwilioDouble, type TwilioDouble, twilioSettings } from '../support/messages/twilio-double.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { at, bookedSoon, change } from '../support/staff/staff-bookings.ts';

/** The text about a change that staff undo. */

let salon: TestSalon;
let staff: StaffApi;
let double: TwilioDouble;
beforeAll(async () => {
  double = await startTwilioDouble();
  salon = await givenSalon({ settings: { MESSAGE_WINDOW_SECONDS: '0', ...twilioSettings(double.url) } });
  staff = await givenStaff(salon);
});
afterAll(async () => {
  await salon.stop();
  await double.stop();
});

const ledger = (id: string) => salon.log.read(`messages-${id}`);
/** Waits until so many texts about a booking have left. */
const left = (id: string, count: number) =>
  eventually(async () => {
    const sent = (await ledger(id)).filter(({ type }) => type === 'MessageSent');
    expect(sent).toHaveLength(count);
  });

let numbers = 0;

/** A request whose customer was told that it came in. Each has a number of its own, since a number gets only so many texts a day. */
async function toldOfRequest(): Promise<string> {
  numbers += 1;
  const customer_phone = `(925) 555-017${numbers}`;
  const { id } = await salon.booked({ customer_phone, appointment_date: salon.freshDay() });
  await left(id, 1);
  return id;
}

async function undo(id: string, event: string, { json }: { readonly json: unknown }, by = staff) {
  const page = await by.get(`/api/admin/bookings/${id}/history?after=${positionOf({ json })}`);
  expect(page.status, page.text).toBe(200);
  const entry = (page.json as HistoryPage).entries.find(({ type }) => type === event);
  const undone = await by.post('/api/admin/undo', { event_id: entry?.id });
  expect(undone.status, undone.text).toBe(200);
  return undone.json;
}

it('is named if it has left', async () => {
  const id = await toldOfRequest();
  const confirmed = await change(staff, id, 'confirm');
  await left(id, 2);
  expect(await undo(id, 'BookingConfirmed', confirmed)).toMatchObject({
    // The mail may be on its way as well.
    told: expect.arrayContaining([
      expect.objectContaining({ channel: 'sms', kind: 'confirmed', is_certain: true }),
    ]),
  });
});

const pause = (paused: boolean) => staff.post('/api/admin/sending', { paused });

it('never leaves if it still waits, and its customer was last told what is so again', async () => {
  const id = await toldOfRequest();
  expect((await pause(true)).status).toBe(200);
  const confirmed = await change(staff, id, 'confirm');
  expect(await undo(id, 'BookingConfirmed', confirmed)).toMatchObject({ told: [] });
  await pause(false);
  await eventually(async () => {
    expect((await ledger(id)).at(-1)).toMatchObject({
      type: 'MessageSuppressed',
      data: { why: 'taken-back' },
    });
  });
  expect(double.messages.filter(({ callback }) => callback?.includes(id))).toHaveLength(1);
});

it('never leaves if staff have asked for the usual text about a move or a cancellation, and undone that', async () => {
  const ids = [await toldOfRequest(), await toldOfRequest()] as const;
  await pause(true);
  const to = { new_date: salon.freshDay(), new_time: '1:00 PM', notify: true };
  const moved = await change(staff, ids[0], 'reschedule', to);
  const cancelled = await change(staff, ids[1], 'cancel', { reason: 'emergency', notify: true });
  for (const { json } of [moved, cancelled]) expect(json).toMatchObject({ notified: true });
  expect(await undo(ids[0], 'BookingRescheduled', moved)).toMatchObject({ told: [] });
  expect(await undo(ids[1], 'BookingCancelled', cancelled)).toMatchObject({ told: [] });
  await pause(false);
  for (const id of ids) {
    await eventually(async () => {
      expect((await ledger(id)).at(-1)).toMatchObject({
        type: 'MessageSuppressed',
        data: { why: 'taken-back' },
      });
    });
    expect(double.messages.filter(({ callback }) => callback?.includes(id))).toHaveLength(1);
  }
});

it('isn’t said to wait when a no-show is undone: no message is about an appointment that has begun', async () => {
  const { id, begins } = await bookedSoon(salon, staff, {}, salon.now());
  await pause(true);
  await at(salon, new Date(begins.getTime() + 60_000), async () => {
    const then = await givenStaff(salon);
    const away = await change(then, id, 'cancel', { reason: 'no_show', message: null });
    expect(away.status, away.text).toBe(200);
    const json = await undo(id, 'BookingCancelled', away, then);
    const messages = await then.get(`/api/admin/bookings/${id}/messages?after=${positionOf({ json })}`);
    expect((messages.json as BookingMessages).waiting).toEqual([]);
  });
  await pause(false);
});
