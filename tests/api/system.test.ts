import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allProjections } from '../../projections/all.ts';
import { sqlName } from '../../projections/engine/projection.ts';
import { services } from '../../projections/services/projection.ts';
import { PROCESS_MANAGERS } from '../../src/app/worker/process-managers.ts';
import { getProjections, type ReadModel, type SystemState } from '../../src/contracts/system/projections.ts';
import { codes } from '../projections/folding.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const PATH = '/api/admin/projections';
const SERVICES = sqlName(services, { name: 'services' });

async function system(): Promise<SystemState> {
  const answer = await staff.get(PATH);
  expect(answer.status, answer.text).toBe(200);
  return getProjections.answer.body.parse(answer.json);
}

async function model(name: string): Promise<ReadModel> {
  const found = (await system()).read_models.find((one) => one.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

const rows = async () =>
  (await salon.database.pool.query(`select * from ${SERVICES} order by id`)).rows as readonly object[];
const build = async (name: string) =>
  (
    await salon.database.pool.query("select build from read.models where place = 'read' and name = $1", [
      name,
    ])
  ).rows[0]?.build;

describe('the state of the system, step by step', { shuffle: false }, () => {
  it('tells how every read model, process manager and queue is doing, and what it all runs on', async () => {
    const { position } = await salon.booked({ appointment_date: salon.freshDay() });
    await staff.get(`/api/admin/bookings?after=${position}`);
    const state = await system();
    expect(state.read_models.map(({ name }) => name)).toEqual(allProjections(codes).map(({ name }) => name));
    for (const one of state.read_models) {
      expect(one).toMatchObject({
        status: 'running',
        error: null,
        stopped_at: null,
        rebuild: null,
        last_rebuild: null,
      });
    }
    expect(state.read_models.find(({ name }) => name === 'bookings')?.events).toBeGreaterThan(0);
    expect(state.position >= position).toBe(true);
    expect(state.process_managers.map(({ name }) => name)).toEqual(PROCESS_MANAGERS);
    expect(state.jobs).toEqual([{ queue: 'account-mails', waiting: expect.any(Number), failed: 0 }]);
    expect(state.backup).toBeNull();
    expect(state.log.kind).toBe(salon.log.kind);
    if (state.log.kind === 'Postgres') expect(state.log.bytes).toBeGreaterThan(10_000);
    else expect(state.log).toMatchObject({ events: null, bytes: null, events_of_week: null });
    expect(state.versions).toEqual({
      program: '0.1.0',
      node: process.versions.node,
      postgres: expect.stringMatching(/^\d+\.\d+/),
    });
    // The rate is known from the second look on.
    expect((await model('bookings')).events_per_second).toEqual(expect.any(Number));
  });

  it('shows the event at which a read model has stopped, and tries it again when asked', async () => {
    await salon.database.pool.query(
      `alter table ${SERVICES} add constraint unsaid check (name <> 'Unsaid') not valid`,
    );
    const changed = await staff.patch('/api/admin/services/updo', { name: 'Unsaid' });
    expect(changed.status, changed.text).toBe(200);
    await expect.poll(async () => (await model('services')).status, { timeout: 120_000 }).toBe('stopped');
    const stopped = await model('services');
    expect(stopped).toMatchObject({
      error: expect.stringMatching(/^database error 23514 services_v\d+ unsaid$/),
      stopped_at: { position: positionOf(changed), type: 'ServiceChanged', stream: 'service-updo' },
    });
    expect(stopped.lag_events).toBeGreaterThan(0);
    expect((await model('bookings')).status).toBe('running');

    await salon.database.pool.query(`alter table ${SERVICES} drop constraint unsaid`);
    expect((await staff.post(`${PATH}/services/retry`)).status).toBe(200);
    // The status comes from Postgres, and an error also from the process that projects.
    await expect
      .poll(() => model('services'), { timeout: 120_000 })
      .toMatchObject({ status: 'running', error: null, stopped_at: null });
    expect(await staff.getAfter('/api/admin/services/updo', changed)).toMatchObject({ name: 'Unsaid' });
    expectProblem(await staff.post(`${PATH}/services/retry`), 'not-stopped');
  });

  it('rebuilds a read model while it is read, once at a time, and says how far it is', async () => {
    const before = { rows: await rows(), build: await build('services') };
    let isReading = true;
    const statuses = new Map<number, number>();
    async function reader() {
      while (isReading) {
        const { status } = await salon.get('/api/services');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    const readers = Promise.all([reader(), reader()]);

    // A transaction that still reads the tables delays the switch to the new ones.
    const holder = await salon.database.pool.connect();
    await holder.query(`begin; select from ${SERVICES} limit 1`);
    expect((await staff.post(`${PATH}/services/rebuild`)).status).toBe(200);
    await expect
      .poll(async () => (await model('services')).rebuild, { timeout: 120_000 })
      .toMatchObject({ began_at: expect.any(String), done: expect.toSatisfy((done: number) => done > 0) });
    expectProblem(await staff.post(`${PATH}/services/rebuild`), 'rebuild-running');
    await holder.query('commit');
    holder.release();

    await expect.poll(async () => (await model('services')).rebuild, { timeout: 120_000 }).toBeNull();
    isReading = false;
    await readers;
    expect((await model('services')).last_rebuild).toEqual({ at: expect.any(String), error: null });
    expect(await build('services')).not.toBe(before.build);
    expect(await rows()).toEqual(before.rows);
    expect([...statuses.keys()]).toEqual([200]);
    const again = await staff.patch('/api/admin/services/updo', { name: 'Said' });
    expect(await staff.getAfter('/api/admin/services/updo', again)).toMatchObject({ name: 'Said' });
  }, 600_000);

  it('says why a rebuild could not be done', async () => {
    // Another rebuild of it runs elsewhere.
    const other = await salon.database.pool.connect();
    await other.query("select pg_advisory_lock(7204003, hashtext('hours'))");
    await staff.post(`${PATH}/hours/rebuild`);
    await expect
      .poll(async () => (await model('hours')).last_rebuild?.error, { timeout: 120_000 })
      .toBe('RebuildFailed: hours is being rebuilt already');
    await other.query('select pg_advisory_unlock_all()');
    other.release();
    expect((await model('hours')).status).toBe('running');
  });

  it('knows no read model of another name', async () => {
    expectProblem(await staff.post(`${PATH}/nothing/rebuild`), 'not-found');
    expectProblem(await staff.post(`${PATH}/nothing/retry`), 'not-found');
  });
});
