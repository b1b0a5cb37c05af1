import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, change, detailsOf } from '../support/staff/staff-bookings.ts';
import { addedStylist } from '../support/staff/stylists.ts';

let salon: TestSalon;
let staff: StaffApi;
let colour: string;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  colour = await givenService();
});
afterAll(() => salon.stop());

/** Waits until commands know whether a service is offered: they follow the catalogue a moment later. */
async function followed(service: string, isOffered: boolean) {
  const query = new URLSearchParams({ date: salon.freshDay(), time: '10:00 AM', services: service });
  await eventually(async () =>
    expect((await staff.get(`/api/admin/availability/why?${query}`)).status).toBe(isOffered ? 200 : 400),
  );
}

/** A colour of two hours that sets from 10:30 to 11:30 if it begins at 10:00. */
async function givenService(): Promise<string> {
  const added = await staff.post('/api/admin/services', {
    name: 'Colour that sets',
    price_cents: 12_000,
    duration_minutes: 120,
    gap: { start: 30, end: 90 },
  });
  expect(added.status).toBe(201);
  const { id } = added.json as { id: string };
  await followed(id, true);
  return id;
}

/** A day on which Ann has the colour at 10:00 AM. */
async function givenColour(service = colour) {
  const appointment_date = salon.freshDay();
  const ann = await bookedByStaff(staff, { appointment_date, services: [service] });
  return { ann, appointment_date };
}

async function offered(date: string, services: string, position: string): Promise<readonly string[]> {
  const { json } = await salon.get(`/api/availability?date=${date}&services=${services}&after=${position}`);
  return (json as { slots: string[] }).slots;
}

describe('the gap of a service', () => {
  it('is free for another appointment, by visitors and by staff, and for none that is longer', async () => {
    const { ann, appointment_date } = await givenColour();
    expect(await offered(appointment_date, 'scalp-treatment', ann.position)).toEqual(
      expect.arrayContaining(['10:30 AM', '11:00 AM']),
    );
    expect(await offered(appointment_date, 'scalp-treatment', ann.position)).not.toContain('10:00 AM');
    expect(await offered(appointment_date, 'scalp-treatment', ann.position)).not.toContain('11:30 AM');
    await bookedByStaff(staff, { appointment_date, appointment_time: '10:30 AM' });
    expectProblem(
      await staff.post('/api/admin/bookings', {
        customer_name: 'Cy Long',
        customer_phone: '(925) 555-0177',
        services: [colour],
        appointment_date,
        appointment_time: '10:30 AM',
      }),
      'slot-taken',
    );
  });

  it('moves with its appointment, and is written in version 2 alone', async () => {
    const { ann, appointment_date } = await givenColour();
    const plain = await bookedByStaff(staff, { appointment_date, appointment_time: '10:30 AM' });
    const moved = await staff.post(
      `/api/admin/bookings/${ann.id}/reschedule`,
      { new_date: appointment_date, new_time: '2:00 PM' },
      { ifMatch: '"1"' },
    );
    expect(moved.status).toBe(200);
    const events = await salon.historyByPeople(ann.id);
    expect(events.map(({ type, metadata }) => [type, metadata.schemaVersion])).toEqual([
      ['BookingRequested', 2],
      ['BookingRescheduled', 2],
    ]);
    expect(events.at(-1)?.data).toMatchObject({
      parts: [
        { resource: 'first', start: 840, end: 870 },
        { resource: 'first', start: 930, end: 960 },
      ],
    });
    const [request] = await salon.log.read(bookingStream(plain.id));
    expect(request?.metadata.schemaVersion).toBe(1);
    expect(request?.data).not.toHaveProperty('parts');
    const taken = (await salon.log.read(agendaStream(appointment_date))).filter(
      ({ type }) => type === 'SlotTaken',
    );
    expect(taken.map(({ metadata }) => metadata.schemaVersion)).toEqual([2, 1, 2]);
  });

  it('ends with an appointment that ends in it, and comes back with the services', async () => {
    const { ann } = await givenColour();
    const shorter = await change(
      staff,
      ann.id,
      'length',
      { end_time: '11:00 AM' },
      { version: 1, key: randomUUID() },
    );
    expect(shorter.status).toBe(200);
    const again = await change(
      staff,
      ann.id,
      'services',
      { services: [{ id: colour }, { id: 'scalp-treatment' }] },
      { version: 2, key: randomUUID() },
    );
    expect(again.status).toBe(200);
    const { position } = again.json as { position: string };
    expect(await detailsOf(staff, ann.id, { position })).toMatchObject({ duration: 150 });
    const claim = (await salon.log.read(bookingStream(ann.id))).findLast(
      ({ type }) => type === 'BookingLengthChanged',
    );
    expect(claim?.data).toMatchObject({
      parts: [
        { resource: 'first', start: 600, end: 630 },
        { resource: 'first', start: 690, end: 750 },
      ],
      from: { end: 660, parts: [{ resource: 'first', start: 600, end: 630 }] },
    });
  });

  it('is gone with an appointment that ends before it, in an event that says so of the time before', async () => {
    const { ann } = await givenColour();
    await change(staff, ann.id, 'length', { end_time: '10:15 AM' }, { version: 1, key: randomUUID() });
    const [, shorter] = await salon.historyByPeople(ann.id);
    expect(shorter?.metadata.schemaVersion).toBe(2);
    expect(shorter?.data).not.toHaveProperty('parts');
    expect(shorter?.data.from).toHaveProperty('parts');
  });

  it('stays with the appointment when the service is no longer offered', async () => {
    const service = await givenService();
    const { ann, appointment_date } = await givenColour(service);
    await bookedByStaff(staff, { appointment_date, appointment_time: '10:30 AM' });
    await staff.patch(`/api/admin/services/${service}`, { active: false }, { ifMatch: '"1"' });
    await followed(service, false);
    const more = { services: [{ id: service }, { id: 'scalp-treatment' }] };
    const longer = await change(staff, ann.id, 'services', more, { version: 1, key: randomUUID() });
    expect(longer.status, longer.text).toBe(200);
  });

  it('is named by the longest end of an appointment that is booked into it', async () => {
    const { appointment_date } = await givenColour();
    const guest = await bookedByStaff(staff, { appointment_date, appointment_time: '10:30 AM' });
    const refused = await change(
      staff,
      guest.id,
      'length',
      { end_time: '12:00 PM' },
      { version: 1, key: randomUUID() },
    );
    expect(refused.json).toMatchObject({ in_the_way: { start_time: '11:30 AM', longest_end: '11:30 AM' } });
  });

  it('must lie within its service', async () => {
    const tint = { name: 'Tint', price_cents: 0, duration_minutes: 60 };
    for (const gap of [
      { start: 0, end: 30 },
      { start: 12, end: 30 },
    ])
      expect(fieldErrors(await staff.post('/api/admin/services', { ...tint, gap }))).toHaveProperty(
        'gap.start',
      );
    for (const gap of [
      { start: 30, end: 30 },
      { start: 30, end: 60 },
    ])
      expectProblem(await staff.post('/api/admin/services', { ...tint, gap }), 'invalid-gap');
    expectProblem(
      await staff.patch(`/api/admin/services/${colour}`, { duration_minutes: 90 }, { ifMatch: '"1"' }),
      'invalid-gap',
    );
  });

  it('is refused by the names of active stylists whose own minutes would end in it', async () => {
    const stylists = '/api/admin/stylists';
    const tint = { name: 'Tint', price_cents: 100, duration_minutes: 90, gap: { start: 15, end: 30 } };
    const { id } = (await staff.post('/api/admin/services', tint)).json as { id: string };
    await followed(id, true);
    const addedAs = (name: string, minutes?: number) =>
      addedStylist(staff, { name, services: [{ id, minutes }] });
    const dora = await addedAs('Dora Short', 45);
    for (const minutes of [75, undefined]) await addedAs('Eve Long', minutes);
    const longer = () => staff.patch(`/api/admin/services/${id}`, { gap: { start: 15, end: 45 } });
    const { gap: refused } = fieldErrors(await longer());
    expect(refused).toMatch('end before its stylist works again: Dora Short.');
    await staff.post(`${stylists}/${dora}/deactivate`);
    await eventually(async () => expect((await longer()).status).toBe(200));
  });

  it('is taken away by null, and a report of its service stays as it was', async () => {
    const added = await staff.post('/api/admin/services', {
      name: 'Gloss',
      price_cents: 100,
      duration_minutes: 60,
      gap: { start: 15, end: 45 },
    });
    const { id } = added.json as { id: string };
    const changed = await staff.patch(`/api/admin/services/${id}`, { gap: null }, { ifMatch: '"1"' });
    const { position } = changed.json as { position: string };
    const shown = await staff.get(`/api/admin/services/${id}?after=${position}`);
    expect(shown.json).toMatchObject({ gap: null, version: 2 });
  });
});
