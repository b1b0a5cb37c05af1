import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { ReportRow } from '../../src/contracts/reports/reports.ts';
import { positionBefore } from '../../src/eventsourcing/event-store.ts';
import { salonDate, salonMinutes } from '../../src/salon/salon-time.ts';
import { FORMER_STYLIST } from '../../src/salon/stylist-words.ts';
import type { ClockReader } from '../clock/queries.ts';
import { lastStates } from '../engine/stored-tables.ts';
import { SERVICES, services } from '../services/projection.ts';
import type { TeamQueries } from '../team/queries.ts';
import { calendarUnit } from './calendar-keys.ts';
import type { Column, Figures, Question, Report, Tools } from './report.ts';
import { isByStylist } from './stylists.ts';

interface FactsDeps {
  readonly timeZone: string;
  readonly clock: ClockReader;
}

interface FiguresDeps extends FactsDeps {
  readonly pool: Pool;
  readonly team: TeamQueries;
}

/** A statement's text, and the values of its parameters. */
interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Date and minute of the salon's clock at a moment. @param asOf ISO-8601 instant; null before the first event */
export function clockAt(asOf: string | null, timeZone: string): Pick<Question, 'today' | 'minute'> {
  const instant = new Date(asOf ?? 0);
  return { today: salonDate(instant, timeZone), minute: salonMinutes(instant, timeZone) };
}

/** The facts of a report, with the parameters of its query. */
export async function factsOf(report: Report, question: Question, deps: FactsDeps): Promise<Statement> {
  const { timeZone, clock } = deps;
  const { position, from, to } = question;
  const values: unknown[] = [position, from, to];
  const tools: Tools = {
    timeZone,
    parameter: (value) => `$${values.push(value)}`,
    async positionsAsOf(instants) {
      const after = await clock.firstAfter(instants);
      return after.map((next) => (next && next <= position ? positionBefore(next) : position));
    },
  };
  const text = await report.facts(question, tools);
  return { text, values };
}

function sqlOf({ adds, aggregate, unknownIf }: Column): string | undefined {
  if (adds === undefined) return aggregate;
  const sum = `coalesce(sum(${adds}), 0)`;
  return unknownIf === undefined ? sum : `case when ${unknownIf} then null else ${sum} end`;
}

/** Value of a column in a row without facts. */
const ofNothing = ({ adds }: Column): number | null => (adds === undefined ? null : 0);

/** @param question with a grouping that the report has */
export function createFigures(deps: FiguresDeps) {
  const { pool, team } = deps;

  /**
   * The labels of the grouping's keys: today's names of stylists; names of services at the position, of a removed one its last; else those of
   * the definition.
   */
  async function labelsOf(report: Report, { by, position }: Question): Promise<ReadonlyMap<string, string>> {
    const own = report.by.find(({ key }) => key === by)?.labels ?? {};
    if (isByStylist(by))
      return new Map((await team.all()).map(({ id, name }) => [id, name ?? FORMER_STYLIST]));
    if (by !== 'service') return new Map(Object.entries(own));
    const { rows } = await pool.query<{ id: string; name: string }>({
      name: 'report-service-labels',
      text: `select id, name from ${lastStates(services, SERVICES, '$1')} s`,
      values: [position],
    });
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  return async (report: Report, question: Question) => {
    const { from, to, by } = question;
    const { text, values } = await factsOf(report, question, deps);
    const counted = report.columns.flatMap((column) => {
      const sql = sqlOf(column);
      return sql === undefined ? [] : [`(${sql})::float8 as "${column.key}"`];
    });
    const counting = `with facts as (${text})
      select key::text, grouping(key) = 1 as is_total, ${counted.join(', ')} from facts
      group by grouping sets ((key), ())`;
    const [labels, { rows }] = await Promise.all([
      labelsOf(report, question),
      pool.query<{ key: string | null; is_total: boolean } & Figures>({
        // Each grouping of a report has a text of its own, and planning it takes up to a fifth of its time.
        name: `report-${hash('sha1', counting, 'hex')}`,
        text: counting,
        values: [...values],
      }),
    ]);
    const all: Figures = rows.find(({ is_total }) => is_total) ?? {};
    const byKey = new Map(rows.filter(({ is_total }) => !is_total).map((row) => [row.key ?? '', row]));
    const shown = report.columns.filter(({ isHidden }) => !isHidden);
    const figuresOf = (row: Figures): Figures =>
      Object.fromEntries(
        shown.map((column) => {
          const { key, of } = column;
          if (of) return [key, of(row, all)];
          return [key, row[key] === undefined ? ofNothing(column) : row[key]];
        }),
      );
    const unit = calendarUnit(by);
    const keys = unit ? unit.keys(from, to) : [...byKey.keys()];
    const answered = keys.map((key): ReportRow => {
      const label = unit ? unit.labelOf(key) : (labels.get(key) ?? key);
      return { key, label, ...figuresOf(byKey.get(key) ?? {}) };
    });
    return { rows: unit ? answered : largestFirst(answered, shown), totals: figuresOf(all) };
  };
}

/** The rows with a number other than 0, the largest first: by the first column in which two rows differ. */
function largestFirst(rows: readonly ReportRow[], columns: readonly Column[]): ReportRow[] {
  const numbers = (row: ReportRow) => columns.map(({ key }) => Number(row[key] ?? 0));
  return rows
    .filter((row) => numbers(row).some((number) => number !== 0))
    .toSorted((one, other) => {
      const [left, right] = [numbers(one), numbers(other)];
      const at = left.findIndex((number, index) => number !== right[index]);
      return at === -1 ? (one.key < other.key ? -1 : 1) : (right[at] ?? 0) - (left[at] ?? 0);
    });
}

export type ReadFigures = ReturnType<typeof createFigures>;
