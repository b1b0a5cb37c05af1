import { allProjections } from '../../../projections/all.ts';
import { rebuild } from '../../../projections/engine/rebuild/rebuild.ts';
import { createPool } from '../../../src/adapters/postgres/pool.ts';
import { postgresSealingKeys } from '../../../src/adapters/postgres/sealing-keys.ts';
import { postgresEventStore } from '../../../src/adapters/postgres-log/log.ts';
import { deriveKey } from '../../../src/adapters/secrets/derived-keys.ts';
import { openPersonal } from '../../../src/eventsourcing/sealing/open-personal.ts';
import { secretLinksOf } from '../../../src/features/booking/appointment/secret-links.ts';
import { TEST_SECRET_KEY } from '../../support/server/secret-key.ts';
import type { Row } from './row.ts';
import { writeSalon } from './salon.ts';

/** The events of so many appointments are about a hundred thousand. */
const APPOINTMENTS = Number(process.env.BENCH_REBUILT ?? 20_400);
const MOST_SECONDS = 20;

/** How long each read model takes to be rebuilt, from the first event to the switch of its tables. */
export async function benchRebuilds(url: string): Promise<Row[]> {
  await writeSalon(url, { appointments: APPOINTMENTS, customers: APPOINTMENTS / 5, daysAhead: 30 });
  const pool = createPool({ url, name: 'bench', statementTimeoutMs: 0 });
  const store = postgresEventStore({ url, connections: 4 });
  try {
    const { rows } = await pool.query<{ events: number }>('select count(*)::int as events from log.events');
    const keys = postgresSealingKeys(pool, deriveKey(TEST_SECRET_KEY, 'sealing-master/v1'));
    const measured: Row[] = [];
    for (const projection of allProjections(secretLinksOf(TEST_SECRET_KEY))) {
      const { seconds } = await rebuild({ store, pool, open: openPersonal(keys) }, projection);
      measured.push({
        name: `rebuild of ${projection.name}, ${rows[0]?.events} events`,
        unit: 's',
        measured: seconds,
        most: MOST_SECONDS,
      });
    }
    return measured;
  } finally {
    await store.close();
    await pool.end();
  }
}
