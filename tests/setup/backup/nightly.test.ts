import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { lastNightlyBackup, nightlyBackup } from '../../../src/backup/nightly.ts';
import { givenFolder } from '../../support/backup/place.ts';
import { eventually } from '../../support/machine/eventually.ts';
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
  const lines: string[] = [];
  const at = (instant: string) =>
    nightlyBackup(
      {
        log: salon.log,
        databaseUrl: salon.database.url,
        pool: salon.database.pool,
        secretKey: salon.secretKey,
        timeZone: TIME_ZONE,
        keep: 2,
        now: () => new Date(instant),
        report: (line) => lines.push(line),
      },
      join(folder, 'nights'),
    );
  await at(`2026-11-20${HALF_PAST_TWO}`);
  expect(await readdir(folder)).toEqual([]);
  expect(await lastNightlyBackup(join(folder, 'nights'))).toBeNull();
  await at(`2026-11-20${HALF_PAST_THREE}`);
  await at(`2026-11-20${HALF_PAST_THREE}`);
  const ended = lines.filter((line) => line.startsWith('The backup'));
  expect(ended).toEqual([`The backup of the night is in ${join(folder, 'nights', '2026-11-20')}.`]);
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
  expect(await lastNightlyBackup(join(folder, 'nights'))).toBe('2026-11-22');
});

it('the nightly backup is made by the running service, beside the register of erased people', async () => {
  const BACKUP_DIR = join(await givenFolder(), 'backups');
  const now = new Date();
  now.setUTCHours(20);
  const other = await givenSalon({ now, settings: { BACKUP_DIR, BACKUP_KEEP: '3' } });
  onTestFinished(() => other.stop());
  await eventually(async () => expect(await readdir(BACKUP_DIR)).toEqual([now.toISOString().slice(0, 10)]));

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
