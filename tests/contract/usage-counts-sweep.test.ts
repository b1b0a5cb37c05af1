import { beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { sweepUsageCounts } from '../../src/adapters/postgres/usage-counts.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const database = givenDatabase();
beforeEach(() => database.pool.query('truncate usage_counts'));

/** Subjects last counted so many hours ago, in the order in which a sweep comes by them. */
const counted = (hoursAgo: number, from: number, to: number) =>
  database.pool.query(
    `insert into usage_counts select lpad(n::text, 6, '0'), '{}', now() - make_interval(hours => $1)
     from generate_series($2::int, $3::int) n`,
    [hoursAgo, from, to],
  );

const left = async () => {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from usage_counts',
  );
  return rows[0]?.count;
};

describe('sweeping usage counts', () => {
  it('forgets who was not counted for a day, however many there are, and nobody else', async () => {
    await counted(26, 1, 2_500);
    await counted(24, 2_501, 3_700);
    await counted(26, 3_701, 4_000);
    await sweepUsageCounts(database.pool);
    expect(await left()).toBe(1_200);
    await sweepUsageCounts(database.pool);
    expect(await left()).toBe(1_200);
  });

  it('does not wait for a row that is just being counted', async () => {
    await counted(26, 1, 3);
    await withTransaction(database.pool, async (client) => {
      await client.query("update usage_counts set changed_at = now() where subject = '000002'");
      await sweepUsageCounts(database.pool);
    });
    expect(await left()).toBe(1);
  });

  it('may be done by several processes at once', async () => {
    await counted(26, 1, 3_000);
    await Promise.all([1, 2, 3].map(() => sweepUsageCounts(database.pool)));
    await sweepUsageCounts(database.pool);
    expect(await left()).toBe(0);
  });
});
