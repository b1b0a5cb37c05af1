import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminService } from '../../src/contracts/salon/admin-services.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const SERVICES = '/api/admin/services';

describe('services', () => {
  const perm = { name: ' Cold Perm ', price_cents: 11_050 };

  // Spec: 3.service, 5.service-fields, 9.service-defaults, 7.services
  it('are added with the defaults of the form, in the public group of their category', async () => {
    const key = randomUUID();
    const added = await staff.post(SERVICES, { ...perm, category: 'Special Occasion' }, { key });
    expect(added.status).toBe(201);
    const { id } = added.json as { id: string };
    const shown = {
      id,
      name: 'Cold Perm',
      description: '',
      category: 'Special Occasion',
      public_group: 'Beauty',
      price_cents: 11_050,
      price_text: null,
      duration_minutes: 60,
      gap: null,
      active: true,
      version: 1,
    };
    expect(await staff.getAfter(`${SERVICES}/${id}`, added)).toEqual(shown);
    expect((await staff.post(SERVICES, { ...perm, category: 'Special Occasion' }, { key })).json).toEqual(
      added.json,
    );
    expect((await salon.get('/api/services')).json).toContainEqual({
      id,
      name: 'Cold Perm',
      duration: 60,
      durationText: '1h',
      price: '$110.50',
      category: 'Beauty',
    });
  });

  it('start at their price where the price menu names them, whatever words stand in for it', async () => {
    const priced = await staff.patch(`${SERVICES}/full-highlights`, { price_cents: 12_000 });
    const shown = await salon.get(`/api/services?after=${positionOf(priced)}`);
    expect(shown.json).toContainEqual(
      expect.objectContaining({ id: 'full-highlights', price: 'Price Varies', starts_at_cents: 12_000 }),
    );
    expect(shown.text).not.toContain('price_cents');
    expect(shown.json).toContainEqual(expect.not.objectContaining({ starts_at_cents: expect.anything() }));
  });

  it('are changed field by field, without touching what was booked', async () => {
    const date = salon.freshDay();
    const booking = await salon.booked({ appointment_date: date, services: ['updo'] });
    const before = (await staff.get(`${SERVICES}/updo`)).json as AdminService;
    const ifMatch = `"${before.version}"`;
    const change = { price_text: 'from $90', price_cents: 9_000, active: false };
    const changed = await staff.patch(`${SERVICES}/updo`, change, { ifMatch });
    expect(await staff.getAfter(`${SERVICES}/updo`, changed)).toEqual({
      ...before,
      ...change,
      version: before.version + 2,
    });
    expectProblem(await staff.patch(`${SERVICES}/updo`, { active: true }, { ifMatch }), 'stale');
    expect((await salon.get('/api/services')).text).not.toContain('"updo"');
    const shown = await staff.patch(`${SERVICES}/updo`, { price_text: ' ', active: true });
    expect(await staff.getAfter(`${SERVICES}/updo`, shown)).toMatchObject({ price_text: null, active: true });
    expect((await salon.get('/api/services')).json).toContainEqual(
      expect.objectContaining({ id: 'updo', price: '$90.00' }),
    );

    const removed = await staff.delete(`${SERVICES}/updo`);
    expect(removed.status).toBe(200);
    const after = `/api/manage?after=${positionOf(removed)}`;
    expect((await salon.get(after, { token: booking.management_token })).json).toMatchObject({
      services: [{ id: 'updo', price: 'Price Varies', duration: 60 }],
    });
    expectProblem(await staff.get(`${SERVICES}/updo`), 'service-not-found');
    expectProblem(await staff.patch(`${SERVICES}/updo`, { name: 'x' }), 'service-not-found');
    expectProblem(await staff.delete(`${SERVICES}/updo`), 'service-not-found');
  });

  // Spec: 7.services
  it('are listed by category, then name, those switched off included', async () => {
    const off = await staff.patch(`${SERVICES}/makeup`, { active: false });
    const listed = await staff.getAfter<AdminService[]>(SERVICES, off);
    const keys = listed.map(({ category, name }) => `${category}\n${name}`);
    expect(keys).toEqual(keys.toSorted());
    expect(listed.map(({ id }) => id)).toContain('makeup');
  });

  it('are refused with the words of the form', async () => {
    const errors = async (body: object) => fieldErrors(await staff.post(SERVICES, { ...perm, ...body }));
    expect(await errors({ name: ' ' })).toEqual({ name: 'Please enter a name for the service.' });
    expect(await errors({ price_cents: -1 })).toEqual({
      price_cents: 'Please enter a price of 0 or more, with two decimals at most.',
    });
    expect(await errors({ duration_minutes: 50 })).toEqual({
      duration_minutes: 'The duration must be 15 minutes or more, in steps of 15.',
    });
    expect(await errors({ category: 'Nails' })).toEqual({ category: 'Must be one of the categories.' });
    expect(fieldErrors(await staff.patch(`${SERVICES}/perm`, { price_cents: 0.5 }))).toEqual({
      price_cents: 'Please enter a price of 0 or more, with two decimals at most.',
    });
  });
});
