import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AllVisitSums,
  createVisitSums,
  VISIT_SUMS,
} from '../../projections/appointments/of-customers.ts';
import { createCustomersPage, type ListedRow, pageEnd } from '../../projections/customers/list.ts';
import type { CustomerListQuery } from '../../src/contracts/customers/customers.ts';
import { ALL_TESTS } from '../support/run/all-tests.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { customerRegistered, MARIAS_CARD, recorded } from './events.ts';
import { createReportsAsked, SALON } from './reports/asked.ts';
import { recount } from './reports/people-recount.ts';
import { CUSTOMERS, factsOf, step } from './reports/people-world.ts';

/** The visits in customers' records and the list sorted by them equal a plain recount from the events. */

let database: TestDatabase;
let asked: Awaited<ReturnType<typeof createReportsAsked>>;
beforeAll(async () => {
  database = await createTestDatabase();
  asked = await createReportsAsked(database);
});
afterAll(() => database.drop());

/** Two people have the same name, so that only their ids order them; another name only contains the searched text. */
const NAMES = ['Aida Gabe', 'Abe', 'Abe', 'Zoë', 'Cid'];
const REGISTERED = CUSTOMERS.map((id, n) =>
  customerRegistered(id, { ...MARIAS_CARD, name: NAMES[n], birthdayDay: n % 2 === 0 ? null : n }),
);

function sumsOf(counted: ReturnType<typeof recount>, customerId: string): AllVisitSums {
  const { appointments, visits, ownerOf, today, minute } = counted;
  const own = appointments.filter((one) => ownerOf(one) === customerId);
  const next = own.find(
    ({ status, date, start }) =>
      (status === 'pending' || status === 'confirmed') &&
      (date > today || (date === today && start > minute)),
  );
  const came = own.filter((one) => visits.includes(one));
  return {
    visits: came.length,
    first_visit: came[0]?.date ?? null,
    last_visit: came.at(-1)?.date ?? null,
    next_visit: next?.date ?? null,
    spent_cents: own.reduce((sum, { status, cents = 0 }) => sum + (status === 'completed' ? cents : 0), 0),
    no_shows: own.filter(({ status, reason }) => status === 'cancelled' && reason === 'no_show').length,
  };
}

/** The list's sort keys, as text in the same order; rows with equal keys are in the order of their ids. */
const SORTED: Readonly<Record<CustomerListQuery['sort'], (row: ListedRow, search: string) => string>> = {
  name: ({ sort_name }) => sort_name,
  match: ({ sort_name }, search) => `${` ${sort_name}`.includes(` ${search}`) ? 0 : 1}${sort_name}`,
  '-created_at': ({ created_at }) => created_at,
  birthday: ({ birthday_day }) => String(birthday_day ?? 99).padStart(2, '0'),
  '-last_visit': ({ last_visit }) => last_visit ?? '',
  next_visit: ({ next_visit }) => next_visit ?? '9999',
  '-visits': ({ visits }) => String(visits).padStart(4, '0'),
  '-spent_cents': ({ spent_cents }) => String(spent_cents).padStart(9, '0'),
};

it('the visits of each person equal a recount, and the list of people is sorted by them, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 80, size: 'max' }),
      fc.constantFrom(...(Object.keys(SORTED) as CustomerListQuery['sort'][])),
      fc.constantFrom('', 'abe'),
      async (steps, sort, search) => {
        const events = recorded([...REGISTERED, ...factsOf(steps)]);
        await asked.tell(events);
        const counted = recount(events);
        const latest =
          events
            .map(({ metadata }) => metadata.at)
            .toSorted()
            .at(-1) ?? '';
        const deps = { pool: database.pool, timeZone: SALON, now: () => new Date(latest) };
        const roots = CUSTOMERS.filter((id) => counted.rootOf(id) === id);

        const visitSums = createVisitSums(deps);
        const sums = await Promise.all(
          roots.map((root) => visitSums(CUSTOMERS.filter((id) => counted.rootOf(id) === root))),
        );
        expect(sums).toEqual(roots.map((root) => sumsOf(counted, root)));

        const page = createCustomersPage({ ...deps, sums: VISIT_SUMS });
        const rows: ListedRow[] = [];
        const totals: (number | null)[] = [];
        for (let hasMore = true; hasMore; ) {
          const last = rows.at(-1);
          const query = { search, birthday_month: undefined, sort, limit: 2 };
          const next = await page(query, last && pageEnd(query, last));
          totals.push(next.total);
          rows.push(...next.rows);
          hasMore = next.hasMore;
        }
        const found = new Set(CUSTOMERS.filter((_, n) => search === '' || n < 3).map(counted.rootOf));
        expect(new Set(rows.map(({ id }) => id))).toEqual(found);
        expect(totals).toEqual([found.size, ...totals.slice(1).map(() => null)]);
        for (const { id, visits, first_visit, last_visit, next_visit, spent_cents, no_shows } of rows) {
          const told = { visits, first_visit, last_visit, next_visit, spent_cents, no_shows };
          expect([id, told]).toEqual([id, sumsOf(counted, id)]);
        }
        const keys = rows.map((row) => `${SORTED[sort](row, search)} ${row.id}`);
        const inOrder = keys.toSorted();
        expect(keys).toEqual(sort.startsWith('-') ? inOrder.reverse() : inOrder);
      },
    ),
    { numRuns: ALL_TESTS ? 200 : 40 },
  );
});
