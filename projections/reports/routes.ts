import { csvOf } from '../../src/adapters/csv.ts';
import type { Moment } from '../../src/contracts/moment.ts';
import {
  exportReport,
  getReport,
  isShortEnough,
  listReportedBookings,
  listReports,
  type ReportColumn,
  type ReportRow,
  SHORT_ENOUGH,
} from '../../src/contracts/reports/reports.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import { InvalidRequest } from '../../src/http/operation/parse.ts';
import { refuse } from '../../src/http/refusal.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { isTeam } from '../../src/salon/team.ts';
import { bookings } from '../bookings/projection.ts';
import { team as teamModel } from '../team/projection.ts';
import type { TeamQueries } from '../team/queries.ts';
import { REPORTS } from './all.ts';
import { calendarUnit } from './calendar-keys.ts';
import type { createDrillDown } from './drill-down.ts';
import { clockAt, type ReadFigures } from './figures.ts';
import type { Column, Question, Report } from './report.ts';
import { fileColumns } from './report-file.ts';
import { isByStylist } from './stylists.ts';

interface ReportsDeps {
  readonly on: Mount;
  readonly figures: ReadFigures;
  readonly drillDown: ReturnType<typeof createDrillDown>;
  readonly team: TeamQueries;
  readonly timeZone: string;
}

interface Asked {
  readonly params: { readonly name: string };
  readonly query: { readonly from: SalonDate; readonly to: SalonDate; readonly by?: string | undefined };
  readonly moment: Moment;
}

const described = ({ key, label, unit, meaning, adds }: Column): ReportColumn => ({
  key,
  label,
  unit,
  meaning,
  has_appointments: adds !== undefined,
});

const shownColumns = ({ columns }: Report) => columns.filter(({ isHidden }) => !isHidden);

/** The report with a name. @throws not-found */
function reportNamed(name: string): Report {
  const report = REPORTS.find((other) => other.name === name);
  if (!report) throw refuse('not-found');
  return report;
}

/** The read models that a report's facts come from, and the team, whose groupings it may have: only for these it waits. */
const modelsOf = ({ params }: Pick<Asked, 'params'>): Report['models'] => [
  teamModel,
  ...reportNamed(params.name).models,
];

/** The reports: which there are, their numbers at a moment, as a file too, and the appointments behind a number. */
export function reportRoutes({ on, figures, drillDown, team, timeZone }: ReportsDeps): void {
  /** The groupings of reports: those by stylist only in a team. */
  async function groupings(): Promise<(report: Report) => Report['by']> {
    const hasStylists = isTeam(await team.all());
    return ({ by }) => (hasStylists ? by : by.filter(({ key }) => !isByStylist(key)));
  }

  async function questionOf(report: Report, { query: { from, to, by }, moment }: Asked): Promise<Question> {
    const known = (await groupings())(report);
    const grouping = by === undefined ? known[0] : known.find(({ key }) => key === by);
    if (!grouping) {
      const keys = known.map(({ key }) => key).join(', ');
      throw new InvalidRequest('validation-failed', [{ path: 'by', message: `Must be one of ${keys}.` }]);
    }
    // The contract has checked it for a grouping that was named.
    if (!isShortEnough({ from, to, by: grouping.key }))
      throw new InvalidRequest('validation-failed', [{ path: 'to', message: SHORT_ENOUGH.error }]);
    return { from, to, by: grouping.key, position: moment.position, ...clockAt(moment.as_of, timeZone) };
  }

  on(listReports, async () => {
    const groupingsOf = await groupings();
    const reports = REPORTS.map((report) => ({
      name: report.name,
      title: report.title,
      meaning: report.meaning,
      by: groupingsOf(report).map(({ key, label }) => ({
        key,
        label,
        is_calendar: calendarUnit(key) !== undefined,
      })),
      columns: shownColumns(report).map(described),
    }));
    return { body: { reports } };
  });

  // This route comes before the report itself, whose path would match too.
  on(
    exportReport,
    async (asked) => {
      const report = reportNamed(asked.params.name);
      const question = await questionOf(report, asked);
      const { rows, totals } = await figures(report, question);
      const columns = fileColumns(report, question.by, shownColumns(report));
      const all: ReportRow = { key: '', label: 'All', ...totals };
      const pages = (async function* () {
        yield [...rows, all];
      })();
      return { body: csvOf(columns, pages), filename: `${report.name}-${question.from}-${question.to}.csv` };
    },
    modelsOf,
  );

  on(
    getReport,
    async (asked) => {
      const report = reportNamed(asked.params.name);
      const question = await questionOf(report, asked);
      const { from, to, by } = question;
      const { name, title } = report;
      const columns = shownColumns(report).map(described);
      return {
        body: { name, title, from, to, by, ...asked.moment, columns, ...(await figures(report, question)) },
      };
    },
    modelsOf,
  );

  on(
    listReportedBookings,
    async (asked) => {
      const report = reportNamed(asked.params.name);
      const { key, column: columnKey, limit, cursor } = asked.query;
      const column = shownColumns(report).find((other) => other.key === columnKey);
      if (column?.adds === undefined) throw refuse('not-found');
      const page = await drillDown(report, column, await questionOf(report, asked), { key, limit, cursor });
      return { body: { ...asked.moment, ...page } };
    },
    (asked) => [bookings, ...modelsOf(asked)],
  );
}
