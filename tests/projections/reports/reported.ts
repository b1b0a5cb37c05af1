import type { Pool } from 'pg';
import { clock } from '../../../projections/all.ts';
import { appointments } from '../../../projections/appointments/projection.ts';
import { blockedDates } from '../../../projections/blocked-dates/projection.ts';
import { bookings } from '../../../projections/bookings/projection.ts';
import { createClockReader } from '../../../projections/clock/queries.ts';
import { customers } from '../../../projections/customers/projection.ts';
import { days } from '../../../projections/days/projection.ts';
import { LIVE_SCHEMA, sqlName } from '../../../projections/engine/projection.ts';
import { createProjector } from '../../../projections/engine/projector.ts';
import { createTables, registeredModel } from '../../../projections/engine/registry.ts';
import { storedTables } from '../../../projections/engine/stored-tables.ts';
import { hours } from '../../../projections/hours/projection.ts';
import { messages } from '../../../projections/messages/projection.ts';
import { createDrillDown } from '../../../projections/reports/drill-down.ts';
import { clockAt, createFigures } from '../../../projections/reports/figures.ts';
import type { Question, Report } from '../../../projections/reports/report.ts';
import { services } from '../../../projections/services/projection.ts';
import { team } from '../../../projections/team/projection.ts';
import { createTeam } from '../../../projections/team/queries.ts';
import { LOG_START, type Position, type RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { TIME_ZONE } from '../../support/salon/test-salon.ts';
import { unsealed } from '../events.ts';

const PROJECTIONS = [
  appointments,
  bookings,
  services,
  hours,
  blockedDates,
  days,
  customers,
  messages,
  team,
  clock,
];

export type Asked = Pick<Question, 'from' | 'to' | 'by'>;

/** Deleting is faster than `truncate` where there are few rows. */
const EMPTY = [
  ...PROJECTIONS.flatMap((projection) =>
    storedTables(projection).map((table) => `delete from ${sqlName(projection, table)}`),
  ),
  `update read.models set position = '${LOG_START}', events = 0`,
].join(';');

/** Reports on projected events, asked without a server. @param pool of a database with the tables of the service */
export async function createReported(pool: Pool) {
  for (const projection of PROJECTIONS) await createTables(pool, LIVE_SCHEMA, projection);
  const clockReader = createClockReader(pool);
  const deps = {
    pool,
    timeZone: TIME_ZONE,
    clock: clockReader,
    team: createTeam({ pool, salonName: () => 'The salon' }),
  };
  const figures = createFigures(deps);
  const drillDown = createDrillDown(deps);

  const questionAt = async (asked: Asked, position: Position): Promise<Question> => ({
    ...asked,
    position,
    ...clockAt(await clockReader.instantOf(position), TIME_ZONE),
  });

  /** Every appointment behind a number, read page by page. @param key of a row; of all rows together if undefined */
  async function behindAt(report: Report, column: string, question: Question, key: string | undefined) {
    const found = report.columns.find((other) => other.key === column);
    if (!found) throw new Error(`${report.name} has no column ${column}`);
    const all: Awaited<ReturnType<typeof drillDown>>['appointments'] = [];
    let cursor: string | undefined;
    do {
      const page = await drillDown(report, found, question, { key, limit: 3, cursor });
      all.push(...page.appointments);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return all;
  }

  return {
    figures,
    behindAt,

    /** Forgets the events of earlier calls. */
    async project(events: readonly RecordedEvent[]) {
      await pool.query(EMPTY);
      const end = events.at(-1)?.position ?? LOG_START;
      for (const projection of PROJECTIONS) {
        const registered = await registeredModel(pool, LIVE_SCHEMA, projection.name);
        if (!registered) throw new Error(`${projection.name} has no tables`);
        const projector = createProjector({ pool, open: unsealed }, LIVE_SCHEMA, projection, registered);
        await projector.apply(await projector.workIn(events), end);
      }
    },

    ask: async (report: Report, asked: Asked, position: Position) =>
      figures(report, await questionAt(asked, position)),

    behind: async (
      report: Report,
      column: string,
      asked: Asked,
      position: Position,
      key: string | undefined,
    ) => behindAt(report, column, await questionAt(asked, position), key),
  };
}

export type Reported = Awaited<ReturnType<typeof createReported>>;
