import { clock } from '../../../projections/all.ts';
import { appointments } from '../../../projections/appointments/projection.ts';
import { bookings } from '../../../projections/bookings/projection.ts';
import { createClockReader } from '../../../projections/clock/queries.ts';
import { customers } from '../../../projections/customers/projection.ts';
import { LIVE_SCHEMA, sqlName } from '../../../projections/engine/projection.ts';
import { createProjector } from '../../../projections/engine/projector.ts';
import { createTables } from '../../../projections/engine/registry.ts';
import { storedTables } from '../../../projections/engine/stored-tables.ts';
import { messages } from '../../../projections/messages/projection.ts';
import { createDrillDown } from '../../../projections/reports/drill-down.ts';
import { clockAt, createFigures } from '../../../projections/reports/figures.ts';
import type { Question, Report } from '../../../projections/reports/report.ts';
import { services } from '../../../projections/services/projection.ts';
import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import type { TestDatabase } from '../../support/server/postgres.ts';
import { unsealed } from '../events.ts';

export const SALON = 'America/Los_Angeles';
const MODELS = [appointments, bookings, customers, services, messages, clock];

/** What the salon's clock shows when the last of these events has happened. */
export const clockAfter = (events: readonly RecordedEvent[]) =>
  clockAt(
    events
      .map(({ metadata }) => metadata.at)
      .toSorted()
      .at(-1) ?? null,
    SALON,
  );

/** Read models of one world after the other, whose reports can be asked for. */
export async function createReportsAsked({ pool, migrate }: TestDatabase) {
  await migrate();
  const tables = MODELS.flatMap((model) => storedTables(model).map((table) => sqlName(model, table)));
  for (const model of MODELS) await createTables(pool, LIVE_SCHEMA, model);
  const deps = { pool, timeZone: SALON, clock: createClockReader(pool) };
  const figures = createFigures(deps);
  const drillDown = createDrillDown(deps);

  return {
    /** Forgets the world before. */
    async tell(events: readonly RecordedEvent[]): Promise<void> {
      await pool.query(`truncate ${tables.join(', ')}`);
      await pool.query(`update read.models set position = '', events = 0`);
      for (const model of MODELS) {
        const registered = await createTables(pool, LIVE_SCHEMA, model);
        const projector = createProjector({ pool, open: unsealed }, LIVE_SCHEMA, model, registered);
        await projector.apply(await projector.workIn(events), events.at(-1)?.position ?? '');
      }
    },

    figures,

    /** What the appointments behind a number add to it, by their ids; the rows of all keys together if there is none. */
    async behind(report: Report, columnKey: string, question: Question, key?: string) {
      const column = report.columns.find((other) => other.key === columnKey);
      if (!column) throw new Error(`no column ${columnKey}`);
      const found = new Map<string, number>();
      let cursor: string | undefined;
      do {
        const page = await drillDown(report, column, question, { key, limit: 3, cursor });
        for (const { id, value } of page.appointments) found.set(id, value);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      return found;
    },
  };
}
