import type { Pool } from 'pg';
import type { Service } from '../../src/contracts/services.ts';
import { dollars } from '../../src/salon/money.ts';
import { formatDuration } from '../../src/salon/salon-time.ts';
import { SERVICES_TABLE, type ServiceRow } from './projection.ts';

/** The price as people read it: the salon's text, or dollars. */
const priceOf = ({ price_text, price_cents }: ServiceRow) => price_text ?? dollars(price_cents);

const shown = (row: ServiceRow): Service => ({
  id: row.id,
  name: row.name,
  duration: row.duration_minutes,
  durationText: formatDuration(row.duration_minutes),
  price: priceOf(row),
  category: row.public_group,
});

/** The active services, as `GET /api/services` returns them. */
export function createServiceList(pool: Pool) {
  return async (): Promise<readonly Service[]> => {
    const { rows } = await pool.query<ServiceRow>({
      name: 'services-public',
      text: `select * from ${SERVICES_TABLE} where active order by public_group, name, id`,
    });
    return rows.map(shown);
  };
}
