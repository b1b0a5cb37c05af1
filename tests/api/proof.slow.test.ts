// Slow because it proves whole logs, at the lowest priority.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlName } from '../../projections/engine/projection.ts';
import { services } from '../../projections/services/projection.ts';
import { getProof, type ProofState } from '../../src/contracts/system/proof.ts';
import { openTasks } from '../../src/features/system/tasks.ts';
import { askForNightlyProof } from '../../src/proof/last-proof.ts';
import { givenSalon, givenSalonForThisTest, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  // The proof goes by the machine's clock, and finds texts late that a clock long past holds back.
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

/** A proof has the lowest priority, so beside other work it may take minutes. */
const PROVEN_WITHIN_MS = 300_000;
const PROOF = '/api/admin/proof';
const SERVICES = sqlName(services, { name: 'services' });

async function state(): Promise<ProofState> {
  const answer = await staff.get(PROOF);
  expect(answer.status, answer.text).toBe(200);
  return getProof.answer.body.parse(answer.json);
}

/** Asks for a proof, and waits until it has ended. */
async function proven(): Promise<ProofState> {
  const answer = await staff.post(PROOF);
  expect(answer.status, answer.text).toBe(200);
  await expect.poll(async () => (await state()).running, { timeout: PROVEN_WITHIN_MS }).toBeNull();
  return state();
}

const isWarned = async () => ((await staff.get(`${PROOF}/warning`)).json as { failed: boolean }).failed;
const metric = async () => /^salon_proof_failed (\d)$/m.exec((await salon.get('/metrics')).text)?.[1];
const lineOf = (msg: string) =>
  salon.logged
    .map((line) => JSON.parse(line) as { msg: string; level: string })
    .findLast((line) => line.msg === msg);

describe('the proof', { timeout: 3 * PROVEN_WITHIN_MS }, () => {
  it('is empty until one was made', async () => {
    const own = await givenSalonForThisTest({ now: new Date() });
    expect((await (await givenStaff(own)).get(PROOF)).json).toEqual({
      last: null,
      running: null,
      failed: null,
    });
    expect((await own.get('/metrics')).text).toMatch(/^salon_proof_failed 0$/m);
  });

  it('has the figures of the log and of every read model', async () => {
    const date = salon.freshDay();
    for (const time of ['10:00 AM', '11:00 AM', '2:00 PM'])
      await salon.booked({ appointment_date: date, appointment_time: time });
    const head = await salon.idle();
    const { last, failed } = await proven();
    expect(failed).toBeNull();
    expect(last).toMatchObject({
      holds: true,
      appointments: 3,
      slots: 3,
      double_bookings: 0,
      faults: 0,
      findings: [],
      asked_by: expect.any(String),
    });
    expect(last?.position).toBe(head);
    expect(last?.events).toBeGreaterThan(20);
    expect(last?.read_models.find(({ name }) => name === 'bookings')).toMatchObject({
      rows: 3,
      differences: 0,
    });
    expect(await metric()).toBe('0');
  });

  it('is made once when it is asked for several times', async () => {
    const answers = await Promise.all([staff.post(PROOF), staff.post(PROOF), staff.post(PROOF)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rows } = await salon.database.pool.query(
      "select from projector_tasks where kind = 'proof' and ended_at is null",
    );
    expect(rows).toHaveLength(1);
    await expect.poll(async () => (await state()).running, { timeout: PROVEN_WITHIN_MS }).toBeNull();
  });

  it('says loudly that a row contradicts the log, and that it is right again', async () => {
    const rename = (name: string) =>
      salon.database.pool.query(`update ${SERVICES} set name = $1 where id = 'updo'`, [name]);
    const { rows } = await salon.database.pool.query<{ name: string }>(
      `select name from ${SERVICES} where id = 'updo'`,
    );
    await rename('Changed by hand');
    const { last } = await proven();
    expect(last).toMatchObject({ holds: false, double_bookings: 0 });
    expect(last?.findings).toContain('services updo differs from its rebuild');
    expect(last?.faults).toBe(last?.findings.length);
    expect(await metric()).toBe('1');
    expect(await isWarned()).toBe(true);
    expect(lineOf('The proof failed.')).toMatchObject({
      level: 'error',
      findings: last?.findings,
    });
    await rename(rows[0]?.name ?? '');
    expect((await proven()).last).toMatchObject({ holds: true, findings: [] });
    expect(await isWarned()).toBe(false);
    expect(await metric()).toBe('0');
  });
});

it(
  'is given up once it was begun three times without an end, and keeps what was proven before',
  async () => {
    const before = (await state()).last;
    await salon.database.pool.query(
      "insert into projector_tasks (kind, asked_by, asked_at, began_at, tries) values ('proof', $1, now(), now(), 3)",
      [staff.userId],
    );
    await expect.poll(async () => (await state()).running, { timeout: PROVEN_WITHIN_MS }).toBeNull();
    expect(await state()).toMatchObject({
      last: before,
      failed: { at: expect.any(String), error: 'Error: given up after 3 tries' },
    });
    // It is logged after it was recorded.
    await expect
      .poll(() => lineOf('A task could not be done.'))
      .toMatchObject({ level: 'error', kind: 'proof' });
  },
  2 * PROVEN_WITHIN_MS,
);

describe('the proof of the night', () => {
  const open = () => openTasks(salon.database.pool, 'proof');
  const ask = (at: string) => askForNightlyProof(salon.database.pool, new Date(at), 'America/Los_Angeles');

  it(
    'is asked for once in the early morning of the salon',
    async () => {
      await ask('2031-03-04T11:59:00Z');
      await ask('2031-03-04T18:00:00Z');
      expect(await open()).toEqual([]);
      await ask('2031-03-04T12:00:00Z');
      await ask('2031-03-04T13:00:00Z');
      const { rows } = await salon.database.pool.query('select from projector_tasks where asked_by is null');
      expect(rows).toHaveLength(1);
      await expect.poll(open, { timeout: PROVEN_WITHIN_MS }).toEqual([]);
    },
    2 * PROVEN_WITHIN_MS,
  );
});
