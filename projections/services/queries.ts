import type { Pool } from 'pg';
import type { AdminService } from '../../src/contracts/salon/admin-services.ts';
import type { Service } from '../../src/contracts/salon/services.ts';
import { formatDuration } from '../../src/salon/salon-time.ts';
import { priceOf } from '../../src/salon/starting-prices.ts';
import { SERVICES_TABLE, type ServiceRow } from './projection.ts';

const shown = (row: ServiceRow): Service & Pick<ServiceRow, 'price_cents'> => ({
  id: row.id,
  name: row.name,
  duration: row.duration_minutes,
  durationText: formatDuration(row.duration_minutes),
  price: priceOf(row),
  price_cents: row.price_cents,
  category: row.public_group,
});

/** The active services, with the price that the words may leave unsaid. */
export function createServiceList(pool: Pool) {
  return async () => {
    const { rows } = await pool.query<ServiceRow>({
      name: 'services-public',
      text: `select * from ${SERVICES_TABLE} where active order by public_group, name, id`,
    });
    return rows.map(shown);
  };
}

/** The columns are the contract's fields. */
const ADMIN_COLUMNS =
  'id, name, description, category, public_group, price_cents, price_text, duration_minutes, gap, active, version';

/** Services as staff see them. */
export function createAdminServices(pool: Pool) {
  return {
    async list(): Promise<AdminService[]> {
      const { rows } = await pool.query<AdminService>({
        name: 'services-admin',
        text: `select ${ADMIN_COLUMNS} from ${SERVICES_TABLE} order by category, name, id`,
      });
      return rows;
    },
    async byId(id: string): Promise<AdminService | undefined> {
      const { rows } = await pool.query<AdminService>({
        name: 'services-admin-by-id',
        text: `select ${ADMIN_COLUMNS} from ${SERVICES_TABLE} where id = $1`,
        values: [id],
      });
      return rows[0];
    },
  };
}

export type AdminServices = ReturnType<typeof createAdminServices>;
