import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ImportStatus } from '../../src/contracts/customers/imports.ts';
import { mountSmallDisk } from '../lab/chaos/small-disk.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, problemOf } from '../support/network/http.ts';
import type { Answer } from '../support/network/http-client.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { CUSTOMERS, customersOf } from '../support/staff/customers-api.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff } from '../support/staff/staff-bookings.ts';

const IMPORTS = '/api/admin/imports';
const FILES = '/api/admin/import-files';

let salon: TestSalon;
let staff: StaffApi;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  customers = customersOf(salon, staff);
});
afterAll(() => salon.stop());

const upload = (
  raw: Buffer | string,
  type = 'text/csv',
  more: Record<string, string> = {},
): Promise<Answer> =>
  salon.http.send({
    method: 'POST',
    path: FILES,
    headers: {
      Authorization: `Bearer ${staff.token}`,
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(raw),
      ...more,
    },
    raw,
  });

type Columns = Readonly<Record<string, number>>;
async function uploaded(raw: string) {
  const answer = await upload(raw);
  expect(answer.status, answer.text).toBe(201);
  return answer.json as { id: string; headings: string[]; rows: number; columns: Columns };
}

const statusOf = async (id: string) => {
  const answer = await staff.get(`${IMPORTS}/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as ImportStatus;
};
const ended = (id: string) =>
  eventually(async () => {
    const status = await statusOf(id);
    if (status.status === 'open') throw new Error('still open');
    return status;
  });

async function imported(raw: string) {
  const { id: file_id, columns } = await uploaded(raw);
  const answer = await staff.post(IMPORTS, { file_id, columns });
  expect(answer.status, answer.text).toBe(201);
  return (answer.json as { id: string }).id;
}

const found = async (search: string, expected: readonly string[]) =>
  eventually(async () => expect(await customers.namesFor(search)).toEqual(expected));

describe('an import', () => {
  it('shows what it would bring, brings it, and tells which lines were refused or skipped', async () => {
    const known = await customers.registered('Known Already');
    const file = [
      'First Name,Last Name,Email Address,Phone Number,Birthday',
      `Ida,Import,ida@import.example,(925) 555-3001,02-29`,
      `KNOWN,Alréady,${known.person.customer_email},,`,
      ',,nameless@import.example,,',
    ].join('\n');
    const { id: file_id, columns, rows } = await uploaded(file);
    expect(rows).toBe(3);
    expect(columns).toEqual({ first_name: 0, last_name: 1, email: 2, phone: 3, birthday: 4 });
    const preview = await staff.post(`${FILES}/${file_id}/preview`, { columns });
    expect(preview.json).toMatchObject({
      rows: 2,
      refused: [{ line: 4, problem: 'name-missing', name: '' }],
      sample: [
        { line: 2, name: 'Ida Import', emails: ['ida@import.example'], birthday_month: 2, birthday_day: 29 },
        {},
      ],
    });

    const started = await staff.post(IMPORTS, { file_id, columns });
    const { id } = started.json as { id: string };
    expect(await ended(id)).toMatchObject({
      status: 'finished',
      rows: 3,
      done: 3,
      imported: 1,
      refused: [{ line: 4, problem: 'name-missing' }],
      remarks: [],
      known: [{ line: 3, as: null }],
      not_taken: [],
      empty: 0,
      kept: null,
    });
    await found('ida@import.example', ['Ida Import']);
    await found(known.person.customer_email, ['Known Already']);
    const { imports } = (await staff.get(IMPORTS)).json as { imports: object[] };
    expect(imports[0]).toMatchObject({ id });
    expect(imports[0]).not.toHaveProperty('remarks');
  });

  it('tells of how many customers the visits before are left out, and leaves their cards as they were', async () => {
    const known = await customers.registered('Kay Visited');
    const file = [
      'Name,Email,Visits',
      `Kay Visited,${known.person.customer_email},12`,
      'Vi Sitor,visitor@import.example,3',
    ].join('\n');
    const { id: file_id, columns } = await uploaded(file);
    const preview = await staff.post(`${FILES}/${file_id}/preview`, { columns });
    expect(preview.json).toMatchObject({
      visits_left_out: 1,
      sample: [{ name: 'Kay Visited', before: null }, { before: { visits: 3 } }],
    });
    const { id } = (await staff.post(IMPORTS, { file_id, columns })).json as { id: string };
    expect((await ended(id)).known).toEqual([{ line: 2, as: null }]);
    expect((await customers.read(known.id)).customer).toMatchObject({
      name: 'Kay Visited',
      before: null,
    });
  });

  it('answers a retry as it did at first, and another key starts another one', async () => {
    const { id: file_id, columns } = await uploaded('Name,Email\nRita Retry,rita@import.example\n');
    const start = (key: string) => staff.post(IMPORTS, { file_id, columns }, { key });
    const first = await start('import-key-0123456789');
    expect((await start('import-key-0123456789')).json).toEqual(first.json);
    await ended((first.json as { id: string }).id);
    const other = await start('import-key-9876543210');
    expect(await ended((other.json as { id: string }).id)).toMatchObject({
      imported: 0,
      known: [{ line: 2, as: null }],
    });
  });

  it('is taken back, but for those who have an appointment by now', async () => {
    const id = await imported('Name,Email\nUna Undone,una@import.example\nKay Kept,kay@import.example\n');
    await ended(id);
    const booking = await bookedByStaff(staff, {
      ...customers.stranger('Kay Kept'),
      customer_email: 'kay@import.example',
      appointment_date: salon.freshDay(),
    });
    const kay = await customers.customerOf(booking.id);
    const undone = await staff.post(`${IMPORTS}/${id}/undo`, {});
    expect(undone.status, undone.text).toBe(200);
    await eventually(async () => expect((await statusOf(id)).kept).toEqual([kay]));
    await found('una@import.example', []);
    await found('kay@import.example', ['Kay Kept']);
    expectProblem(await staff.post(`${IMPORTS}/${id}/undo`, {}), 'not-undoable');
  });

  it('takes nobody who shares a contact with somebody else, says with whom, and changes no card', async () => {
    const known = await customers.registered('Ann Holder');
    const before = (await customers.read(known.id)).customer;
    const file = [
      'First Name,Last Name,Email,Phone,Birthday,Notes',
      'Mia,Parent,mia@family.example,(925) 555-0151,3/1/1984,Allergic to PPD',
      'Zoe,Parent,,(925) 555-0151,7/21/2014,Curly; first cut',
      `Max,Parent,${known.person.customer_email},,9/21/2016,Scared of clippers`,
      'MIA,PARENT,mia@family.example,,,',
      ',,nobody@family.example,,,',
    ].join('\n');
    const id = await imported(file);
    const status = await ended(id);
    expect(status).toMatchObject({ rows: 5, imported: 1, known: [{ line: 5, as: 2 }], not_taken: [3, 4] });
    const { imported: came, known: knew, not_taken, refused, rows } = status;
    expect(came + knew.length + not_taken.length + refused.length).toBe(rows);
    const answer = await staff.get(`${IMPORTS}/${id}/not-taken`);
    const mia = await eventually(async () => {
      const [one] = (await customers.list({ search: 'mia@family.example' })).customers;
      if (!one) throw new Error('not there yet');
      return one;
    });
    expect(answer.json).toEqual({
      lines: [
        {
          line: 3,
          name: 'Zoe Parent',
          shares: [
            {
              contact: 'phone',
              value: '(925) 555-0151',
              with: { customer_id: mia.id, name: 'Mia Parent', line: 2 },
            },
          ],
          rest: {
            email: null,
            phone: null,
            birthday_month: 7,
            birthday_day: 21,
            notes: 'Curly; first cut',
            before: null,
          },
        },
        {
          line: 4,
          name: 'Max Parent',
          shares: [
            {
              contact: 'email',
              value: known.person.customer_email,
              with: { customer_id: known.id, name: 'Ann Holder', line: null },
            },
          ],
          rest: {
            email: null,
            phone: null,
            birthday_month: 9,
            birthday_day: 21,
            notes: 'Scared of clippers',
            before: null,
          },
        },
      ],
      next_after: null,
    });
    expect((await customers.read(known.id)).customer).toEqual(before);
    expect((await staff.post(`${CUSTOMERS}/${mia.id}/erase`, {})).status).toBe(200);
    await eventually(async () =>
      expect((await staff.get(`${IMPORTS}/${id}/not-taken`)).json).toMatchObject({ lines: [] }),
    );
  });

  it('brings a customer without the cells that cannot be read, and tells them by line', async () => {
    const file = [
      'sep=;',
      'Our clients; all of them',
      'Client Name;Client Email;Client Phone;Birthday;Notes',
      'Rae Remark;none;(925) 555-3101;0/0/00;@rae.colors',
      'Sol Remark;sol@import.example;9.26E+09;5/6/1980;Trim 2" off',
      'Tea Remark;tea@import.example;447911123456;unknown;"=) late,',
      'often"',
      'Uwe Remark;;#REF!;;',
    ].join('\r\n');
    const { id: file_id, columns, rows } = await uploaded(file);
    expect(rows).toBe(4);
    const remarks = [
      { line: 4, remark: 'email-unreadable', text: 'none' },
      { line: 4, remark: 'birthday-unreadable', text: '0/0/00' },
      { line: 5, remark: 'phone-unreadable', text: '9.26E+09' },
      { line: 6, remark: 'birthday-unreadable', text: 'unknown' },
      { line: 8, remark: 'phone-unreadable', text: '#REF!' },
    ];
    const preview = (body: object) => staff.post(`${FILES}/${file_id}/preview`, { columns, ...body });
    const asked = (await preview({})).json as { unclear_date: string; remarks: object[] };
    expect(asked.unclear_date).toBe('5/6/1980');
    expect(asked.remarks).toEqual([
      ...remarks.slice(0, 3),
      { line: 5, remark: 'birthday-unclear', text: '5/6/1980' },
      ...remarks.slice(3),
    ]);
    expect((await preview({ date_order: 'day-first' })).json).toMatchObject({
      rows: 3,
      refused: [{ line: 8, problem: 'contact-missing', name: 'Uwe Remark' }],
      remarks,
    });
    expectProblem(await preview({ date_order: 'year-first' }), 'validation-failed');

    const started = await staff.post(IMPORTS, { file_id, columns, date_order: 'day-first' });
    const { id } = started.json as { id: string };
    expect(await ended(id)).toMatchObject({
      imported: 3,
      refused: [{ line: 8, problem: 'contact-missing' }],
      remarks: remarks.map(({ line, remark }) => ({ line, remark })),
    });
    const cardOf = async (name: string) => {
      await found(name, [name]);
      const { customers: listed } = await customers.list({ search: name });
      return (await customers.read(listed[0]?.id ?? '')).customer;
    };
    expect(await cardOf('Rae Remark')).toMatchObject({
      email: null,
      notes: '@rae.colors',
      birthday_month: null,
    });
    expect(await cardOf('Sol Remark')).toMatchObject({ phone: null, birthday_month: 6, birthday_day: 5 });
    expect(await cardOf('Tea Remark')).toMatchObject({ phone: '+447911123456', notes: '=) late,\r\noften' });
  });

  it.each<[string, Buffer | string, RegExp]>([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /UTF-8/],
    ['a line of 9 MB', `Name\n${'a'.repeat(9_000_000)}\n`, /far too long/],
    ['a million columns', `${'a,'.repeat(1_000_000)}\nAnn\n`, /far too long/],
    ['300 columns', `${'a,'.repeat(300)}\nAnn\n`, /more than 200 columns/],
    ['20 001 rows', `Name\n${'Ann\n'.repeat(20_001)}`, /more than 20,000 rows/],
    ['nothing', '\n', /no rows/],
  ])('of a file with %s is refused in a sentence', async (_, raw, words) => {
    const answer = await upload(raw);
    expect(answer.status).toBe(400);
    expect(problemOf(answer)).toMatchObject({
      code: 'import-file-unreadable',
      detail: expect.stringMatching(words),
    });
  });

  it('is refused if its file has more than 10 MB', async () => {
    const tooMuch = `Name\n${'Ann\n'.repeat(2_600_000)}`;
    // The server closes the connection on which more is still coming, so no other request may use it.
    expectProblem(await upload(tooMuch, 'text/csv', { Connection: 'close' }), 'payload-too-large');
  });

  it('is refused if the end of its file does not fit on the disk', async ({ skip }) => {
    const disk = await mountSmallDisk(1).catch((error: Error) =>
      skip(`no disk can be mounted, which takes root: ${error.message}`),
    );
    vi.stubEnv('TMPDIR', disk.path);
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await eventually(async () => expect(await readdir(disk.path)).toEqual([]));
      await disk.remove();
    });
    const oneByteTooMuch = `Name,Notes\n${`Ann,${'x'.repeat(995)}\n`.repeat(1_049)}`.slice(0, 2 ** 20 + 1);
    const answer = await upload(oneByteTooMuch, 'text/csv', { Connection: 'close' });
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  });

  it('refuses what is no CSV, a file that is gone, columns without anybody, and an unknown import', async () => {
    expect(problemOf(await upload('{}', 'application/json'))).toMatchObject({
      code: 'unsupported-media-type',
      status: 415,
      detail: expect.stringContaining('text/csv'),
    });
    const unknown = '00000000-0000-4000-8000-000000000009';
    expect((await staff.post(`${FILES}/${unknown}/preview`, { columns: {} })).json).toMatchObject({
      code: 'not-found',
      detail: expect.stringContaining('choose it again'),
    });
    const { id: file_id } = await uploaded('Foo\nBar\n');
    expect((await staff.post(IMPORTS, { file_id, columns: {} })).json).toMatchObject({
      detail: expect.stringContaining('No row'),
    });
    expect((await staff.get(`${IMPORTS}/${unknown}`)).json).toMatchObject({ code: 'not-found' });
    expectProblem(await staff.post(`${IMPORTS}/${unknown}/undo`, {}), 'not-found');
  });
});
