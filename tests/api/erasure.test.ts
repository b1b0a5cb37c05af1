import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ErasureCertificate } from '../../src/contracts/customers/erasure.ts';
import { noteCleaning } from '../../src/erasure/cleaning.ts';
import { eventually } from '../support/machine/eventually.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { customersOf } from '../support/staff/customers-api.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { at, bookedSoon, change } from '../support/staff/staff-bookings.ts';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const ask = (of: string, after = '0'.repeat(32)) => staff.get(`/api/admin/${of}/erasure?after=${after}`);

/** The certificate, once the keys are gone; its figures are those of a read model, once that has reached the erasure. */
const certificateOf = (of: string, erased: { readonly position: string }) =>
  eventually(async () => {
    const answer = await ask(of, erased.position);
    expect(answer.status, answer.text).toBe(200);
    const certificate = ErasureCertificate.strict().parse(answer.json);
    expect(certificate.status).not.toBe('asked');
    return certificate;
  });

it('certifies the erasure of a person: what was erased, what stays, and what is still to be done', async () => {
  const customers = customersOf(salon, staff);
  const booking = await bookedSoon(salon, staff, customers.stranger('Cleo Certified'));
  const id = await customers.customerOf(booking.id);
  expect((await ask(`customers/${id}`)).json).toMatchObject({ code: 'not-erased' });
  expect((await ask(`bookings/${booking.id}`)).json).toMatchObject({ code: 'not-erased' });
  const completed = () => change(staff, booking.id, 'complete', { amount_cents: 6_500 });
  expect((await at(salon, booking.begins, completed)).status).toBe(200);
  await salon.database.pool.query(
    "insert into backups (folder, taken_at) values ('/elsewhere/before', now()), ('/elsewhere/after', now() + interval '1 day')",
  );
  const erased = (await staff.post(`/api/admin/customers/${id}/erase`)).json as { readonly position: string };

  const certificate = await certificateOf(`customers/${id}`, erased);
  expect(certificate).toMatchObject({
    kind: 'customer',
    ids: [id],
    status: 'shredded',
    asked: { position: erased.position },
    cleaned: null,
    write_ahead_log: null,
    erased: { customers: 1, appointments: 1, message_logs: 2 },
    kept: { appointments: 1, earned_cents: 6_500 },
    open_backups: [{ folder: '/elsewhere/before' }],
  });
  expect(JSON.stringify(certificate)).not.toMatch(/Cleo|people\.example|\(925\)|\+1925/);
  const day = 24 * 3_600_000;
  expect(Date.parse(certificate.due_by ?? '') - Date.parse(certificate.shredded_at ?? '')).toBe(day);
  // Erased with its customer, it has a certificate of its own.
  expect(await certificateOf(`bookings/${booking.id}`, erased)).toMatchObject({
    kind: 'appointment',
    ids: [booking.id],
    erased: { customers: 0, appointments: 1 },
  });

  const { rows } = await salon.database.pool.query<{ now: string }>('select now()::text as now');
  await noteCleaning(salon.database.pool, rows[0]?.now ?? '', {
    readModels: 5,
    walHeldUntil: '2026-11-21T10:20:12.000Z',
  });
  await salon.database.pool.query("update backups set cleaned_at = now() where folder = '/elsewhere/before'");
  const cleaned = await certificateOf(`customers/${id}`, erased);
  expect(cleaned).toMatchObject({
    status: 'cleaned',
    cleaned: { read_models: 5, backups: 1 },
    write_ahead_log: { held_until: '2026-11-21T10:20:12.000Z' },
    open_backups: [],
  });
});

it('certifies the deletion of an appointment, which leaves nothing in the books', async () => {
  const { id } = await salon.booked({ appointment_date: salon.freshDay() });
  const deleted = await staff.delete(`/api/admin/bookings/${id}`);
  expect(deleted.status).toBe(200);
  const position = positionOf(deleted);
  expect(await certificateOf(`bookings/${id}`, { position })).toMatchObject({
    kind: 'appointment',
    kept: { appointments: 0, first_date: null, last_date: null, earned_cents: 0 },
  });
  expect((await ask(`customers/${randomUUID()}`)).status).toBe(404);
  expect((await ask('customers/nobody')).status).toBe(400);
});
