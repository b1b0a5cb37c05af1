import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { createBookingsOverview } from '../../projections/bookings/overview.ts';

it('answers who asked first, also when others ask after the next event before that answer is there', async () => {
  const counts: ((total: number) => void)[] = [];
  let position = 'a';
  const query = ({ name }: { readonly name: string }) =>
    name === 'bookings-stats'
      ? new Promise((resolve) => counts.push((total) => resolve({ rows: [{ stats: { total } }] })))
      : Promise.resolve({ rows: [{}] });
  const overview = createBookingsOverview({
    pool: { query } as unknown as Pool,
    timeZone: 'UTC',
    position: async () => position,
  });
  const ask = () => overview(new Date('2026-11-20T18:00:00Z'), { from: '2026-11-15', to: '2026-11-21' });
  const first = ask();
  await expect.poll(() => counts.length).toBe(1);
  position = 'b';
  const second = ask();
  await expect.poll(() => counts.length).toBe(2);
  for (const [index, count] of counts.entries()) count(index + 1);
  expect((await Promise.all([first, second])).map(({ stats }) => stats.total)).toEqual([1, 2]);
});
