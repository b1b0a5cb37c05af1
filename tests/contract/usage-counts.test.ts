import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createSharedUsageCounts,
  createUsageCounts,
  type UsageCounts,
} from '../../src/adapters/postgres/usage-counts.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const database = givenDatabase();
let counts: UsageCounts;
beforeEach(() => database.pool.query('truncate usage_counts'));

const use = (name: string, minutes = 30) => ({ name, minutes });
const namesOf = async (subject: string, name: string) => {
  const [uses = []] = await counts.add([subject], use(name));
  return uses.map((one) => one.name).sort();
};

/** Lets all uses of a subject be so much older. */
const age = (subject: string, seconds: number) =>
  database.pool.query(
    `update usage_counts set uses = (select coalesce(jsonb_object_agg(key,
       jsonb_build_array((value->>0)::float8 - $2, value->1)), '{}') from jsonb_each(uses)) where subject = $1`,
    [subject, seconds],
  );

describe.each([
  ['by itself', createUsageCounts],
  ['in a statement with others', createSharedUsageCounts],
])('a use that is counted %s', (_, create) => {
  beforeAll(() => {
    counts = create(database.pool);
  });

  it('finds those of its subject that were counted at the same time before it, and none after', async () => {
    const names = ['first', 'second', 'third'];
    const found = await Promise.all(names.map((name) => counts.add(['a'], use(name))));
    expect(found.map(([uses]) => uses?.length).sort()).toEqual([1, 2, 3]);
    expect(await namesOf('b', 'alone')).toEqual(['alone']);
  });

  it('is among the uses of each of its subjects, in their order', async () => {
    await counts.add(['b'], use('first', 45));
    const [a, b] = await counts.add(['a', 'b'], use('second', 60));
    expect(a).toEqual([{ name: 'second', minutes: 60, secondsAgo: 0 }]);
    expect(b?.map(({ name, minutes }) => [name, minutes]).sort()).toEqual([
      ['first', 45],
      ['second', 60],
    ]);
    expect((await counts.add(['b', 'a'], use('third'))).map((uses) => uses.length)).toEqual([3, 2]);
  });

  it('may be counted for one subject twice in a statement', async () => {
    const [one, again] = await counts.add(['a', 'a'], use('x'));
    expect(one).toHaveLength(1);
    expect(again).toMatchObject([{ name: 'x' }]);
  });

  it('counts once, with the time and the minutes that it was counted with first', async () => {
    await counts.add(['a'], use('x', 30));
    await age('a', 600);
    const [uses] = await counts.add(['a'], use('x', 480));
    expect(uses).toHaveLength(1);
    expect(uses?.[0]).toMatchObject({ name: 'x', minutes: 30 });
    expect(uses?.[0]?.secondsAgo).toBeGreaterThanOrEqual(600);
    expect(uses?.[0]?.secondsAgo).toBeLessThan(660);
  });

  it('is older by the time that has passed, as the database tells it', async () => {
    await counts.add(['a'], use('x'));
    await age('a', 3_599);
    const [uses] = await counts.add(['a'], use('y'));
    const seconds = Object.fromEntries((uses ?? []).map(({ name, secondsAgo }) => [name, secondsAgo]));
    expect(seconds.y).toBe(0);
    expect(seconds.x).toBeGreaterThanOrEqual(3_599);
    expect(seconds.x).toBeLessThan(3_660);
  });

  it('is forgotten after a day', async () => {
    await counts.add(['a'], use('just within'));
    await age('a', 86_400 - 60);
    expect(await namesOf('a', 'x')).toEqual(['just within', 'x']);
    await age('a', 60);
    expect(await namesOf('a', 'y')).toEqual(['x', 'y']);
  });

  it('counts anew when it comes again after a day', async () => {
    await counts.add(['a'], use('x', 30));
    await age('a', 86_401);
    const [uses] = await counts.add(['a'], use('x', 45));
    expect(uses).toEqual([{ name: 'x', minutes: 45, secondsAgo: 0 }]);
  });

  it('is seen by all that race with it: each of many gets another count', async () => {
    const counted = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const [a, b] = await counts.add(['a', `b${index % 2}`], use(`use ${index}`));
        return [a?.length, b?.length];
      }),
    );
    expect(counted.map(([a]) => a).sort((x = 0, y = 0) => x - y)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
  });

  it('waits for no other for ever, whatever the order of their subjects', async () => {
    const subjects = Array.from({ length: 8 }, (_, index) => `subject ${index}`);
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const turned = [...subjects.slice(index % 8), ...subjects.slice(0, index % 8)];
        if (index % 3 === 0) return counts.takeBack(turned.reverse(), `use ${index - 1}`);
        return counts.add(index % 2 ? turned.toReversed() : turned, use(`use ${index}`));
      }),
    );
  });

  it('is kept with the newest 500 of its subject, however old the others are', async () => {
    await database.pool.query(`insert into usage_counts (subject, uses) select 'a', jsonb_object_agg('old ' || n,
      jsonb_build_array(extract(epoch from now()) - 10 - n, 30)) from generate_series(1, 600) n`);
    const [uses = []] = await counts.add(['a'], use('new'));
    const names = new Set(uses.map(({ name }) => name));
    expect(names.size).toBe(501);
    expect([names.has('new'), names.has('old 500'), names.has('old 501')]).toEqual([true, true, false]);
    const [again = []] = await counts.add(['a'], use('old 500'));
    expect(again.map(({ name }) => name)).toContain('old 500');
    expect(again).toHaveLength(500);
  });
});

describe('a use that is refused', () => {
  it('is taken out of all its subjects by the process that has counted it', async () => {
    await counts.add(['a', 'b'], use('x'));
    await counts.add(['a', 'b'], use('y'));
    await counts.takeBack(['a', 'b', 'nobody'], 'x');
    expect(await namesOf('a', 'new')).toEqual(['new', 'y']);
    expect(await namesOf('b', 'new')).toEqual(['new', 'y']);
  });

  it('is left to the process that has counted it by every other one', async () => {
    const other = createUsageCounts(database.pool);
    await counts.add(['a'], use('x'));
    await other.add(['a', 'b'], use('x'));
    await other.takeBack(['a', 'b'], 'x');
    expect(await namesOf('a', 'new')).toEqual(['new', 'x']);
    expect(await namesOf('b', 'new')).toEqual(['new']);
    await counts.takeBack(['a'], 'x');
    expect(await namesOf('a', 'new')).toEqual(['new']);
  });
});

describe('a use that is over', () => {
  it('is taken out by every process', async () => {
    await counts.add(['a'], use('x'));
    await createUsageCounts(database.pool).remove(['a'], ['x']);
    expect(await namesOf('a', 'new')).toEqual(['new']);
  });

  it('is out of the subjects named, and of no others', async () => {
    await counts.add(['a', 'b', 'c'], use('x'));
    await counts.add(['a'], use('y'));
    await counts.remove(['a', 'b', 'nobody'], ['x', 'z']);
    expect(await namesOf('a', 'new')).toEqual(['new', 'y']);
    expect(await namesOf('b', 'new')).toEqual(['new']);
    expect(await namesOf('c', 'new')).toEqual(['new', 'x']);
  });

  it('may be several, and may be none', async () => {
    await counts.add(['a'], use('x'));
    await counts.add(['a'], use('y'));
    await counts.remove(['a'], []);
    expect(await namesOf('a', 'z')).toEqual(['x', 'y', 'z']);
    await counts.remove(['a'], ['x', 'y', 'z']);
    expect(await namesOf('a', 'new')).toEqual(['new']);
  });
});
