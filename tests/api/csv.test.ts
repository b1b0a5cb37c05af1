import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { customersOf } from '../support/staff/customers-api.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { at, bookedSoon, changed } from '../support/staff/staff-bookings.ts';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const APPOINTMENTS = '/api/admin/bookings.csv';
const CUSTOMERS = '/api/admin/customers.csv';

/** The lines of a file, without its head. */
const linesOf = (text: string) => text.split('\r\n').slice(1, -1);

it('has the appointments of the list, and nothing that a spreadsheet takes for a formula', async () => {
  const date = salon.freshDay();
  await salon.booked({
    appointment_date: date,
    appointment_time: '9:00 AM',
    customer_name: '=HYPERLINK("x")',
    customer_email: 'formula@example.com',
    customer_phone: '+1 925 555 0188',
    notes: 'one, "two"\nthree',
  });
  salon.setClock(new Date(Date.now() + 1_000));
  // A lone line break would be read as the end of a line, and the rest as cells of the next.
  await salon.booked({ appointment_date: date, appointment_time: '3:00 PM', notes: 'curl\n=1+2' });
  salon.setClock(new Date(Date.now() + 2_000));
  const last = await salon.booked({
    appointment_date: date,
    appointment_time: '11:00 AM',
    customer_name: 'Zoë Müller',
    customer_email: 'zoe@example.com',
    customer_phone: '(925) 555-0189',
  });
  const file = await staff.get(`${APPOINTMENTS}?from=${date}&to=${date}&after=${last.position}`);
  expect(file.status).toBe(200);
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="appointments-\d{4}-\d\d-\d\d\.csv"$/,
    ),
    'cache-control': 'no-store',
  });
  expect(file.text.startsWith('\ufeff"Date","Time","Minutes","Customer",')).toBe(true);
  // The lines are in the order of date and time.
  const [oldest, newest, afternoon, ...more] = linesOf(file.text);
  expect(more).toEqual([]);
  expect(afternoon).toContain('"curl\n=1+2"');
  expect(newest).toMatch(
    new RegExp(
      `^"${date}","11:00 AM",30,"Zoë Müller","zoe@example\\.com","\\(925\\) 555-0189","Scalp Treatment",`,
    ),
  );
  expect(newest).toContain(last.id);
  expect(oldest).toContain(`"'=HYPERLINK(""x"")"`);
  expect(oldest).toContain("'+1 925 555 0188");
  expect(oldest).toContain('"one, ""two""\nthree"');

  expect(file.text.split('\r\n')[0]).toContain(',"Total","Tip in dollars","Paid by",');

  const found = await staff.get(`${APPOINTMENTS}?search=zo%C3%AB&status=pending`);
  expect(linesOf(found.text)).toHaveLength(1);
  const none = await staff.get(`${APPOINTMENTS}?status=completed&from=${date}&to=${date}`);
  expect(linesOf(none.text)).toEqual([]);
  expectProblem(await staff.get(`${APPOINTMENTS}?status=lost`), 'validation-failed');
});

it('has all contacts of a customer, as an import of ours and Google’s have them', async () => {
  const booking = await salon.booked({
    appointment_date: salon.freshDay(),
    customer_name: 'Mo Contacts',
    customer_email: 'mo@contacts.example',
    customer_phone: '+1 925 555 0171',
  });
  const { customerOf } = customersOf(salon, staff);
  const answer = await staff.patch(`/api/admin/customers/${await customerOf(booking.id)}`, {
    other_emails: ['mo.work@contacts.example', 'mo.old@contacts.example'],
    other_phones: ['+1 925 555 0172', '925 555 0173'],
  });
  expect(answer.status, answer.text).toBe(200);
  await eventually(async () => {
    const { text } = await staff.get(`${CUSTOMERS}?search=contacts.example`);
    expect(linesOf(text)[0]).toContain(
      '"mo@contacts.example","mo.work@contacts.example ::: mo.old@contacts.example",' +
        `"'+1 925 555 0171","'+1 925 555 0172 ::: 925 555 0173",`,
    );
  });
});

it('has every customer once, in the order of the list', async () => {
  const names = ['Bea Stone', 'Ann Lee', 'Cy Young'];
  for (const [n, customer_name] of names.entries()) {
    salon.setClock(new Date(Date.now() + n * 1_000));
    await salon.booked({
      appointment_date: salon.freshDay(),
      customer_name,
      customer_email: `export-${n}@example.com`,
      customer_phone: `(925) 555-02${n}0`,
    });
  }
  const listed = async (query: string) => {
    const { text } = await staff.get(`${CUSTOMERS}?${query}`);
    return linesOf(text).map((line) => JSON.parse(line.split(',')[0] ?? ''));
  };
  await expect.poll(() => listed('search=export-')).toEqual(['Ann Lee', 'Bea Stone', 'Cy Young']);
  expect(await listed('search=export-&sort=-created_at')).toEqual(names.toReversed());
  expect(await listed('search=export-1')).toEqual(['Ann Lee']);
});

it('goes on through the pages of a long list, and names no row twice', async () => {
  const { rows } = await salon.database.pool.query<{ version: number }>(
    "select version from read.models where name = 'bookings' and place = 'read'",
  );
  const table = `read.bookings_v${rows[0]?.version}`;
  const date = salon.freshDay();
  const { id, position } = await salon.booked({ appointment_date: date });
  const ofDay = `${APPOINTMENTS}?from=${date}&to=${date}&after=${position}`;
  expect(linesOf((await staff.get(ofDay)).text)).toHaveLength(1);
  await salon.database.pool.query(
    `insert into ${table} select made.* from (select * from ${table} where id = $1) b, generate_series(1, 2500) n,
     json_populate_record(null::${table}, (to_jsonb(b) || jsonb_build_object('id', gen_random_uuid(),
       'status', 'completed', 'created_at', b.created_at - n * interval '1 second'))::json) made`,
    [id],
  );
  const file = await staff.get(`${ofDay}&status=completed`);
  const ids = [...file.text.matchAll(/,"([0-9a-f-]{36})"\r\n/g)].map(([, listed]) => listed);
  expect([ids.length, new Set(ids).size]).toEqual([2_500, 2_500]);
  expect(file.text.match(/Booked at/g)).toHaveLength(1);
  await salon.database.pool.query(`delete from ${table} where id = any($1)`, [ids]);
});

it('says how an appointment was paid, and with which tip', async () => {
  const soon = await bookedSoon(salon, staff);
  await at(salon, soon.begins, () =>
    changed(staff, soon.id, 'complete', { amount_cents: 6_000, method: 'card', tip_cents: 1_250 }),
  );
  await eventually(async () => {
    const { text } = await staff.get(`${APPOINTMENTS}?status=completed`);
    expect(linesOf(text).find((line) => line.includes(soon.id))).toContain(
      ',"$60.00",12.5,"Card","completed",',
    );
  });
});
