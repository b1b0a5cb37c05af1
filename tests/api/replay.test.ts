import { expect, it } from 'vitest';
import { allProjections } from '../../projections/all.ts';
import { ManagedBooking } from '../../src/contracts/bookings/manage.ts';
import { formatTime } from '../../src/salon/salon-time.ts';
import { codes } from '../projections/folding.ts';
import { operatorCommand } from '../support/server/operator-command.ts';
import { givenSalonForThisTest, type TestSalon } from '../support/server/server.ts';

const READ_MODELS = allProjections(codes)
  .map(({ name }) => name)
  .sort();
/** The set of tables that each read model is served from. */
async function builds(salon: TestSalon): Promise<ReadonlyMap<string, string>> {
  const { rows } = await salon.database.pool.query<{ name: string; build: string }>(
    "select name, build from read.models where place = 'read' order by name",
  );
  return new Map(rows.map(({ name, build }) => [name, build]));
}

it('all read models are rebuilt under load, and visitors who book and look notice nothing', {
  timeout: 180_000,
}, async () => {
  // The proof goes by the machine's clock, and finds texts late that a clock long past holds back.
  const salon = await givenSalonForThisTest({ now: new Date() });
  const before = await builds(salon);
  expect([...before.keys()]).toEqual(READ_MODELS);

  let isBooking = true;
  let booked = 0;
  /** Books one half hour after another, and looks at each appointment as soon as it has the answer. */
  async function customer() {
    while (isBooking) {
      const date = salon.freshDay();
      for (let half = 0; isBooking && half < 24; half += 1) {
        const time = formatTime(540 + half * 30);
        const { position, management_token: token } = await salon.booked({
          appointment_date: date,
          appointment_time: time,
        });
        const answer = await salon.get(`/api/manage?after=${position}`, { token });
        expect(ManagedBooking.parse(answer.json)).toMatchObject({
          appointment_date: date,
          appointment_time: time,
        });
        booked += 1;
      }
    }
  }
  const customers = Promise.all([customer(), customer()]);
  await expect.poll(() => booked).toBeGreaterThan(20);

  const atStart = booked;
  const replayed = await operatorCommand(salon, 'replay.ts');
  const atEnd = booked;
  await expect.poll(() => booked).toBeGreaterThan(atEnd + 5);
  isBooking = false;
  await customers;

  for (const name of READ_MODELS) {
    expect(replayed).toMatch(new RegExp(`^${name} +rebuilt from [\\d,]+ events in [\\d.]+ s$`, 'm'));
  }
  expect(atEnd).toBeGreaterThan(atStart);
  const after = await builds(salon);
  for (const [name, build] of after) expect(build).not.toBe(before.get(name));

  const verified = await operatorCommand(salon, 'verify.ts');
  for (const name of READ_MODELS) {
    expect(verified).toMatch(
      new RegExp(
        `^${name} +[\\d,]+ rows, equal to a rebuild(?:, compared at \\d earlier positions as well)?$`,
        'm',
      ),
    );
  }
  expect(verified).toContain(`${booked.toLocaleString('en')} bookings`);
  expect((await salon.get('/readyz')).status).toBe(200);
});
