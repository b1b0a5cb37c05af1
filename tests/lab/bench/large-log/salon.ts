import { LIVE_SCHEMA, type Projection } from '../../../../projections/engine/projection.ts';
import { rebuild } from '../../../../projections/engine/rebuild/rebuild.ts';
import { registeredModel } from '../../../../projections/engine/registry.ts';
import { compareAll } from '../../../../projections/verification/compare.ts';
import { loadConfig } from '../../../../src/adapters/config.ts';
import { createStartupPatience } from '../../../../src/adapters/event-log/startup-patience.ts';
import { createPool } from '../../../../src/adapters/postgres/pool.ts';
import { openForVerification } from '../../../../src/app/proof/verification.ts';
import { caughtUp } from '../admin/admin.ts';
import { writeSalon } from '../admin/salon.ts';
import type { HttpStage } from '../http/http.ts';
import { SECRET_KEY } from '../http/sides.ts';
import { startTextingSide } from '../texting-side.ts';

const APPOINTMENTS_A_CUSTOMER = 5;

/** A running service on a log of this size. */
export async function startSalon(stage: HttpStage, providerUrl: string, name: string, appointments: number) {
  const newDatabase = async () => {
    const databaseUrl = await stage.newDatabase(name);
    const customers = appointments / APPOINTMENTS_A_CUSTOMER;
    // Nothing is booked yet in the days that visitors book.
    await writeSalon(databaseUrl, { appointments, customers, daysAhead: 0 });
    return databaseUrl;
  };
  const later = { MESSAGE_WINDOW_SECONDS: '3600' };
  const service = await startTextingSide({ ...stage, newDatabase }, name, providerUrl, later);
  const url = service.databaseUrl;
  const pool = createPool({ url, name: 'bench', statementTimeoutMs: 0 });
  await caughtUp(service.url, pool);
  const { rows } = await pool.query<{ count: string }>('select count(*) from log.events');
  const readSide = await openForVerification({
    config: loadConfig({ DATABASE_URL: url, SECRET_KEY }),
    databaseUrl: url,
    secretKey: SECRET_KEY,
    name: 'bench',
    patience: createStartupPatience({ report: console.error }),
  });
  return {
    url,
    pool,
    serviceUrl: service.url,
    book: service.book,
    events: Number(rows[0]?.count),
    projections: readSide.projections,
    /** Rebuilds it as `npm run replay` does; answers events a second. */
    async rate({ name }: Pick<Projection, 'name'>): Promise<number> {
      const projection = readSide.projections.find((model) => model.name === name);
      if (!projection) throw new Error(`there is no ${name}`);
      const { events, seconds } = await rebuild(readSide, projection);
      return events / seconds;
    },
    async eventsOf({ name }: Projection): Promise<number> {
      return (await registeredModel(pool, LIVE_SCHEMA, name))?.events ?? 0;
    },
    /** @throws Error when a row isn't what a fresh rebuild makes it */
    async compare(): Promise<void> {
      const different = (await compareAll({ ...readSide, shreddedSince: () => new Date() })).filter(
        ({ differences }) => differences.length > 0,
      );
      if (different.length > 0) throw new Error(`not equal to a rebuild: ${JSON.stringify(different)}`);
    },
    async stop() {
      await readSide.close();
      await pool.end();
      await service.stop();
    },
  };
}
export type Salon = Awaited<ReturnType<typeof startSalon>>;
