import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { loadSalonProfile } from '../../src/adapters/salon-profile/profile.ts';
import type { SpecialHours } from '../../src/contracts/salon/salon.ts';
import { watchSpecialHours } from '../../src/site/special-hours.ts';
import { structuredData } from '../../src/site/structured-data.ts';

const HOLIDAY: SpecialHours = { date: '2026-12-25', windows: [] };
const EVE: SpecialHours = { date: '2026-12-24', windows: [{ start_time: '09:00', end_time: '13:00' }] };

it('search engines are told the hours of single dates, if there are any', async () => {
  const profile = await loadSalonProfile();
  const salon = (special: readonly SpecialHours[]) =>
    structuredData(profile, 'home', { url: 'https://salon.example', image: '', week: [], special })[0];
  expect(salon([])).not.toHaveProperty('specialOpeningHoursSpecification');
  expect(salon([EVE, HOLIDAY])).toMatchObject({
    specialOpeningHoursSpecification: [
      { validFrom: '2026-12-24', validThrough: '2026-12-24', opens: '09:00', closes: '13:00' },
      { validFrom: '2026-12-25', validThrough: '2026-12-25', opens: '00:00', closes: '00:00' },
    ],
  });
});

it('a change of them is told, also after they couldn’t be read', async () => {
  const ending = new AbortController();
  let answer: readonly SpecialHours[] | Error = [EVE];
  let looks = 0;
  const watch = await watchSpecialHours({
    async read() {
      looks += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    everyMs: 1,
    logger: pino({ level: 'silent' }),
    signal: ending.signal,
  });
  onTestFinished(async () => {
    ending.abort();
    await watch.ended;
  });
  let isTold = false;
  const changed = watch.changed().then(() => {
    isTold = true;
  });
  for (const same of [[EVE], new Error('the database is gone')]) {
    answer = same;
    const before = looks;
    await expect.poll(() => looks).toBeGreaterThan(before + 1);
    expect(isTold).toBe(false);
  }
  answer = [EVE, HOLIDAY];
  await changed;
});

it('a start that was given up before them doesn’t wait for them', async () => {
  const watch = await watchSpecialHours({
    read: async () => [EVE],
    everyMs: 1,
    logger: pino({ level: 'silent' }),
    signal: AbortSignal.abort(),
  });
  await watch.ended;
});
