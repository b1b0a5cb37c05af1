import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../src/adapters/config.ts';
import { storedLogId } from '../../../src/adapters/event-log/log-identity.ts';
import { tellOtherBackups } from '../../../src/app/start/other-backups.ts';
import { backUp } from '../../../src/backup/back-up.ts';
import { backupName, freeBytesAt, isBackupDue, keepBackup, lastNight } from '../../../src/backup/nightly.ts';
import { backupsIn } from '../../../src/backup/of-logs.ts';
import { getProjections } from '../../../src/contracts/system/projections.ts';
import { givenFolder } from '../../support/backup/installation.ts';
import { eventually } from '../../support/machine/eventually.ts';
import { expectProblem } from '../../support/network/http.ts';
import { TIME_ZONE } from '../../support/salon/test-salon.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';
import { customersOf } from '../../support/staff/customers-api.ts';
import { givenStaff } from '../../support/staff/staff-api.ts';

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon();
});
afterAll(() => salon.stop());

/** The salon is eight hours behind. */
const [HALF_PAST_TWO, HALF_PAST_THREE] = ['T10:30:00Z', 'T11:30:00Z'];

it('the nightly backup is made once after three, removes the oldest one, and leaves other files alone', async () => {
  const folder = await givenFolder();
  const nights = join(folder, 'nights');
  const { pool } = salon.database;
  const logId = await storedLogId(pool);
  const made: string[] = [];
  const keep = { pool, folder: nights, keep: 2 };
  const backUpAt = (now: Date) => (target: string) => {
    made.push(target);
    const deps = { log: salon.log, databaseUrl: salon.database.url, secretKey: salon.secretKey };
    return backUp({ ...deps, now: () => now, report: () => {} }, target);
  };
  const at = async (instant: string) => {
    const now = new Date(instant);
    if (await isBackupDue(nights, now, TIME_ZONE))
      await keepBackup(keep, backupName(now, TIME_ZONE, true), backUpAt(now));
  };
  await at(`2026-11-20${HALF_PAST_TWO}`);
  expect(await readdir(folder)).toEqual([]);
  expect(lastNight((await backupsIn(nights, logId)).own)).toBeNull();
  await at(`2026-11-20${HALF_PAST_THREE}`);
  await at(`2026-11-20${HALF_PAST_THREE}`);
  expect(made).toEqual([join(nights, '2026-11-20')]);
  await mkdir(join(folder, 'nights', 'before-upgrade'));
  await mkdir(join(folder, 'nights', '2026-11-21.unfinished-AbC123'));
  for (const day of ['21', '22']) await at(`2026-11-${day}${HALF_PAST_THREE}`);
  expect((await readdir(join(folder, 'nights'))).sort()).toEqual([
    '2026-11-21',
    '2026-11-22',
    'before-upgrade',
  ]);
  expect(await readdir(join(folder, 'nights', '2026-11-22'))).toContain('manifest.json');
  const { rows: known } = await salon.database.pool.query('select folder from backups order by taken_at');
  expect(known).toEqual(['21', '22'].map((day) => ({ folder: join(folder, 'nights', `2026-11-${day}`) })));
  expect(lastNight((await backupsIn(nights, logId)).own)).toBe('2026-11-22');

  // Those that staff ask for are counted by themselves.
  for (const time of ['T09:05:00Z', 'T09:06:00Z', 'T09:07:00Z']) {
    const now = new Date(`2026-11-22${time}`);
    await keepBackup(keep, backupName(now, TIME_ZONE, false), backUpAt(now));
  }
  expect((await readdir(nights)).sort()).toEqual([
    '2026-11-21',
    '2026-11-22',
    '2026-11-22 at 0106',
    '2026-11-22 at 0107',
    'before-upgrade',
  ]);
});

/** The manifest of a backup, as far as it says of which log it is. */
const manifestOf = (logId: string | null, takenAt: string) => JSON.stringify({ logId, takenAt });

it('backups of another log are never removed nor counted, and a start says that they are there', async () => {
  const nights = join(await givenFolder(), 'backups');
  const { pool } = salon.database;
  const logId = await storedLogId(pool);
  const given = async (name: string, id: string | null) => {
    await mkdir(join(nights, name), { recursive: true });
    await writeFile(join(nights, name, 'manifest.json'), manifestOf(id, `${name}T11:30:00.000Z`));
  };
  const said: string[] = [];
  const start = () => {
    const config = loadConfig({ DATA_DIR: '/salon', BACKUP_DIR: nights, SECRET_KEY: salon.secretKey });
    return tellOtherBackups(pool, { config, say: (line) => said.push(line) });
  };
  await start();
  await given('2026-11-17', logId);
  await start();
  expect(said).toEqual([]);

  const others = ['2026-11-15', '2026-11-16', '2026-11-18'];
  for (const name of others) await given(name, randomUUID());
  await mkdir(join(nights, '2026-11-14'));
  for (const name of ['2026-11-19', '2026-11-20', '2026-11-21'])
    await keepBackup({ pool, folder: nights, keep: 2 }, name, () => given(name, logId));
  expect((await readdir(nights)).sort()).toEqual(['2026-11-14', ...others, '2026-11-20', '2026-11-21']);
  expect(lastNight((await backupsIn(nights, logId)).own)).toBe('2026-11-21');
  await start();
  expect(said).toEqual([
    `${nights} has backups of another salon, or of this one from before it began anew; they are never removed. To bring the newest back, stop the service, move /salon/postgres away, and run: npm run restore -- "${nights}/2026-11-18"`,
  ]);
});

it('is not made where less than twice the size of the last one is free, until there is', async () => {
  const folder = await givenFolder();
  const made: string[] = [];
  let free = 0;
  const logId = await storedLogId(salon.database.pool);
  const keep = { pool: salon.database.pool, folder, keep: 2, freeBytes: async () => free };
  const at = (name: string) =>
    keepBackup(keep, name, async (target) => {
      made.push(name);
      await mkdir(target);
      await writeFile(join(target, 'log.ndjson.br'), Buffer.alloc(900_000));
      await writeFile(
        join(target, 'manifest.json'),
        manifestOf(logId, '2026-11-20T11:30:00Z').padEnd(100_000),
      );
    });
  // The size of the first one is unknown.
  await at('2026-11-20');
  free = 1_999_999;
  await mkdir(join(folder, '2026-11-21.unfinished-AbC123'));
  await expect(at('2026-11-21')).rejects.toMatchObject({
    name: 'Too little space',
    message:
      'only 1.9 MB are free on the disk, and a backup needs twice the size of the last one, 2 MB. Make room there.',
  });
  // The draft that a killed process left makes no room narrower.
  expect(await readdir(folder)).toEqual(['2026-11-20']);
  free = 2_000_000;
  await at('2026-11-21');
  expect(made).toEqual(['2026-11-20', '2026-11-21']);
  expect(await freeBytesAt(folder)).toBeGreaterThan(0);
});

it('the nightly backup is made by the running service, beside the register of erased people', async () => {
  const BACKUP_DIR = join(await givenFolder(), 'backups');
  const now = new Date();
  now.setUTCHours(20);
  const other = await givenSalon({ now, settings: { BACKUP_DIR, BACKUP_KEEP: '3' } });
  onTestFinished(() => other.stop());
  await eventually(async () => expect(await readdir(BACKUP_DIR)).toEqual([now.toISOString().slice(0, 10)]), {
    timeout: 120_000,
  });

  const staff = await givenStaff(other);
  const { id, booking } = await customersOf(other, staff).registered('Annie Erased');
  const { id: deleted } = await other.booked({ appointment_date: other.freshDay() });
  await staff.post(`/api/admin/customers/${id}/erase`);
  await staff.delete(`/api/admin/bookings/${deleted}`);
  const { json } = await staff.post('/api/admin/reviews', { name: 'Una Erased', rating: 5, text: 'Lovely.' });
  const { id: review } = json as { readonly id: string };
  await staff.post(`/api/admin/reviews/${review}/erase`);
  const register = await eventually(async () => {
    const text = await readFile(join(BACKUP_DIR, 'erasures.ndjson'), 'utf8');
    expect(text.trim().split('\n')).toHaveLength(3);
    return text;
  });
  const noted = register
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  // A review waits for nobody, so its place may be any.
  const ofReview = noted.find((line) => 'reviewId' in line);
  expect(ofReview).toEqual({ position: expect.stringMatching(/^[0-9a-f]{32}$/), reviewId: review });
  expect(noted.filter((line) => line !== ofReview)).toEqual([
    { position: expect.stringMatching(/^[0-9a-f]{32}$/), customerIds: [id] },
    { position: expect.stringMatching(/^[0-9a-f]{32}$/), bookingId: deleted },
  ]);
  expect(register).not.toContain(booking.id);
});

it('is made when staff ask for it, by a process of its own, and shown with its time', async () => {
  const BACKUP_DIR = join(await givenFolder(), 'backups');
  // Before three at night, so that none is made by itself.
  const former = join(BACKUP_DIR, '2026-11-19');
  await mkdir(former, { recursive: true });
  await writeFile(join(former, 'manifest.json'), manifestOf(randomUUID(), '2026-11-19T11:30:00Z'));
  const other = await givenSalon({ settings: { BACKUP_DIR }, now: new Date('2026-11-20T10:30:00Z') });
  onTestFinished(() => other.stop());
  const staff = await givenStaff(other);
  const state = async () => {
    const { json } = await staff.get('/api/admin/projections');
    return getProjections.answer.body.parse(json).backup;
  };
  expect(await state()).toEqual({
    beside_data: null,
    another_log: former,
    last_night: null,
    last: null,
    is_running: false,
    unnoted_erasures: 0,
    failed: null,
  });
  const asked = await staff.post('/api/admin/backup');
  expect(asked.status, asked.text).toBe(200);
  await eventually(async () => expect(await state()).toMatchObject({ is_running: false }), {
    timeout: 120_000,
  });
  expect(await state()).toMatchObject({ last: expect.stringContaining('2026-11-20T10:3'), failed: null });
  expect((await readdir(BACKUP_DIR)).sort()).toEqual(['2026-11-19', '2026-11-20 at 0230']);
  expect(await readdir(join(BACKUP_DIR, '2026-11-20 at 0230'))).toContain('manifest.json');
});

it('is logged once as failed, when that is recorded, however often it was tried before', async () => {
  const BACKUP_DIR = join(await givenFolder(), 'backups');
  await writeFile(BACKUP_DIR, 'A file in the place of the folder lets no backup be made.');
  // Before three at night, so that none is made by itself.
  const other = await givenSalon({ settings: { BACKUP_DIR }, now: new Date('2026-11-20T10:30:00Z') });
  onTestFinished(() => other.stop());
  const { pool } = other.database;
  // As on a full disk, where an update may fit and the next one not.
  await pool.query(`
    create function refuse() returns trigger language plpgsql as $$
      begin raise disk_full using message = 'No space left on device'; end $$;
    create trigger refuse before update on projector_tasks for each row when (new.ended_at is not null)
      execute function refuse()`);
  const staff = await givenStaff(other);
  expect((await staff.post('/api/admin/backup')).status).toBe(200);
  const failures = () => other.logged.filter((line) => line.includes('A task could not be done.'));
  await eventually(async () => {
    const { rows } = await pool.query('select tries from projector_tasks');
    expect(rows[0]?.tries).toBeGreaterThan(2);
  });
  expect(failures()).toEqual([]);

  await pool.query('drop function refuse cascade');
  await eventually(async () => expect(failures()).toHaveLength(1));
});

it('is refused where there is no folder for it', async () => {
  const staff = await givenStaff(salon);
  expectProblem(await staff.post('/api/admin/backup'), 'no-backup-folder');
});
