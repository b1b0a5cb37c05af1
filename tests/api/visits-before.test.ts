import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Customer, CustomerList } from '../../src/contracts/customers/customers.ts';
import { listNotTaken } from '../../src/contracts/customers/imports.ts';
import { eventually } from '../support/machine/eventually.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';

/** The visits that another program had counted stay with an imported customer, and go with the person. */

const FILE = [
  'Name,Email,Transaction Count,Last Visit,Lifetime Spend',
  'Ann Lee,ann@example.com,12,"Aug 3, 2025",$940.50',
  'Bo Lee,bo@example.com,2,13/9/2025,often',
  'Cy Lee,bo@example.com,7,1/9/2025,$20',
].join('\n');

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const list = async () => {
  const { customers } = (await staff.get('/api/admin/customers')).json as CustomerList;
  return customers.map(({ id, name, before, visits }) => ({ id, name, before, visits }));
};
const get = async (id: string) => (await staff.get(`/api/admin/customers/${id}`)).json as Customer;

it('are shown, kept by a change, summed by a merge, exported, and erased', async () => {
  const uploaded = await salon.http.send({
    method: 'POST',
    path: '/api/admin/import-files',
    headers: {
      Authorization: `Bearer ${staff.token}`,
      'Content-Type': 'text/csv',
      'Content-Length': Buffer.byteLength(FILE),
    },
    raw: FILE,
  });
  const { id: file_id, columns } = uploaded.json as { id: string; columns: object };
  const preview = await staff.post(`/api/admin/import-files/${file_id}/preview`, { columns });
  expect(preview.json).toMatchObject({
    refused: [],
    remarks: [{ line: 3, remark: 'visits-unreadable', text: 'often' }],
  });
  const { json: started } = await staff.post('/api/admin/imports', { file_id, columns });
  const [ann, bo] = await eventually(async () => {
    const found = await list();
    expect(found).toHaveLength(2);
    return found as [(typeof found)[0], (typeof found)[0]];
  });
  const anns = { visits: 12, first_visit: null, last_visit: '2025-08-03', spent_cents: 94_050 };
  const bos = { visits: 2, first_visit: null, last_visit: '2025-09-13', spent_cents: null };
  expect([ann, bo]).toMatchObject([
    { before: anns, visits: 0 },
    { before: bos, visits: 0 },
  ]);

  await staff.patch(`/api/admin/customers/${ann.id}`, { notes: 'Tea' });
  await eventually(async () => expect(await get(ann.id)).toMatchObject({ notes: 'Tea', before: anns }));

  await staff.post(`/api/admin/customers/${bo.id}/merge`, { into: ann.id });
  const both = { visits: 14, first_visit: null, last_visit: '2025-09-13', spent_cents: 94_050 };
  await eventually(async () => {
    expect(await list()).toMatchObject([{ id: ann.id, before: both }]);
    expect((await get(ann.id)).before).toEqual(both);
  });
  const { text } = await staff.get('/api/admin/customers.csv');
  expect(text).toContain('2025-09-13');
  const { text: history } = await staff.get(`/api/admin/customers/${ann.id}/history`);
  expect(history).toContain('12 visits, last Aug 03, 2025, spent $940.50');

  // Cy shares an address with Bo, so isn't taken, and is added by hand with what the line says.
  const importId = (started as { readonly id: string }).id;
  const line = await eventually(async () => {
    const { json: page } = await staff.get(`/api/admin/imports/${importId}/not-taken`);
    const [found] = listNotTaken.answer.body.parse(page).lines;
    return found ?? expect.fail('not there yet');
  });
  const cys = { visits: 7, first_visit: null, last_visit: '2025-09-01', spent_cents: 2_000 };
  expect(line).toMatchObject({ name: 'Cy Lee', rest: { email: null, before: cys } });
  const unclear = await staff.post('/api/admin/customers', { name: 'Cy', before: { ...cys, visits: -1 } });
  expect(unclear.status, unclear.text).toBe(400);
  const added = await staff.post('/api/admin/customers', { name: line?.name, ...line?.rest });
  expect(added.status, added.text).toBe(201);
  const { id: cy } = added.json as { readonly id: string };
  await eventually(async () => expect((await get(cy)).before).toEqual(cys));
  await staff.patch(`/api/admin/customers/${cy}`, { notes: 'Tea' });
  await eventually(async () => expect(await get(cy)).toMatchObject({ notes: 'Tea', before: cys }));

  await staff.post(`/api/admin/customers/${ann.id}/erase`, {});
  await eventually(async () => {
    expect(await list()).toMatchObject([{ id: cy }]);
    expect((await staff.get(`/api/admin/customers/${ann.id}/history`)).text).not.toContain('940.50');
  });
});
