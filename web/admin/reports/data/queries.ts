import { getAdminBooking } from '../../../../src/contracts/bookings/admin-bookings.ts';
import { HistoryKind } from '../../../../src/contracts/history/history.ts';
import type { Problem } from '../../../../src/contracts/problem.ts';
import {
  getReport,
  listReportedBookings,
  type ReportAnswer,
  type ReportedBooking,
} from '../../../../src/contracts/reports/reports.ts';
import { ApiError, call, NetworkError } from '../../../api.ts';
import { definePagedQuery, defineQuery, type RequestOptions } from '../../data/query.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { type Difference, differencesOf, stateOf } from '../plan/differences.ts';

interface ReportQuestion {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Key of a grouping. */
  readonly by: string;
  /** The moment, as a position or as an instant; neither for now. */
  readonly at?: string | undefined;
  readonly as_of?: string | undefined;
}

/** The numbers of now may change with anything; those of a moment never do. */
export const topicsOf = ({ at, as_of }: Pick<ReportQuestion, 'at' | 'as_of'>): readonly Topic[] =>
  at === undefined && as_of === undefined ? HistoryKind.options : [];

const REPORT = defineQuery({
  name: 'report',
  about: topicsOf,
  // The question is kept with its answer, so that one about another moment isn't shown for this one.
  load: async (question: ReportQuestion, { after, ...options }) => {
    const { name, ...query } = question;
    return {
      question,
      answer: await call(getReport, { ...options, params: { name }, query: { ...query, after } }),
    };
  },
});

/** A number of a report, at the position of the answer that has it, so that its appointments add up to it. */
export interface FigureQuestion extends Omit<ReportQuestion, 'as_of'> {
  readonly column: string;
  /** The key of a row; undefined for all rows. */
  readonly key: string | undefined;
  readonly at: string;
}

const limit = '100';

const pageOf = (
  { name, ...query }: FigureQuestion,
  { after: _, cursor, ...options }: RequestOptions & { readonly cursor: string | undefined },
) => call(listReportedBookings, { ...options, params: { name }, query: { ...query, cursor, limit } });

/** The appointments behind a number. */
export const REPORTED = definePagedQuery({
  name: 'reported-appointments',
  about: (): Topic[] => [],
  load: pageOf,
});

/** How many pages of appointments are compared at most. */
const MOST_PAGES = 30;

/** The appointments that add something else to a number at two positions; null if there are too many to compare. */
export const DIFFERENCES = defineQuery({
  name: 'report-differences',
  about: (): Topic[] => [],
  async load(
    { now, ...question }: FigureQuestion & { readonly now: string },
    options,
  ): Promise<readonly Difference[] | null> {
    const [before, after] = await Promise.all([
      allOf(question, options),
      allOf({ ...question, at: now }, options),
    ]);
    return before && after ? differencesOf(before, after) : null;
  },
});

/** An appointment at a position; null if there was none, or it was deleted. */
export const APPOINTMENT_AT = defineQuery({
  name: 'appointment-at',
  about: (): Topic[] => [],
  load: async ({ id, at }: { readonly id: string; readonly at: string }, { after: _, ...options }) => {
    try {
      return stateOf(await call(getAdminBooking, { ...options, params: { id }, query: { at } }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'booking-not-found') return null;
      throw error;
    }
  },
});

async function allOf(
  question: FigureQuestion,
  options: RequestOptions,
): Promise<readonly ReportedBooking[] | null> {
  const all: ReportedBooking[] = [];
  let cursor: string | undefined;
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const page = await pageOf(question, { ...options, cursor });
    all.push(...page.appointments);
    if (page.next_cursor === null) return all;
    cursor = page.next_cursor;
  }
  return null;
}

/** The wait between two tries while the server prepares what a report reads. */
const AGAIN_MS = 3_000;

/** How many events the server has read that fills what reports read; undefined for any other failure. */
function eventsRead(error: Error | null): number | undefined {
  if (!(error instanceof NetworkError)) return undefined;
  const { filling = [] } = (error.cause ?? {}) as Partial<Problem>;
  return filling.length === 0 ? undefined : Math.min(...filling.map(({ events }) => events));
}

export interface LoadedReport {
  readonly answer: ReportAnswer | undefined;
  readonly error: Error | null;
  /** Set while the server prepares what the report reads: how many events it has read. It is asked again until it has all. */
  readonly preparing: number | undefined;
  /** The answer belongs to the previous question. */
  readonly isPrevious: boolean;
  readonly reload: () => void;
}

/**
 * A report's answer; none for a null question. While another period is loading, the answer about the previous one stays, unless the
 * server has to prepare what the report reads.
 */
export function useReport(question: ReportQuestion | null): LoadedReport {
  const { data, error, isPrevious, reload } = useAdminQuery(REPORT, question, {
    keepPrevious: true,
    retryAfterMs: (failure) => (eventsRead(failure) === undefined ? undefined : AGAIN_MS),
  });
  const isOfThis = (['name', 'at', 'as_of'] as const).every((key) => data?.question[key] === question?.[key]);
  const preparing = eventsRead(error);
  const isShown = isOfThis && !(isPrevious && preparing !== undefined);
  return { answer: isShown ? data?.answer : undefined, error, preparing, isPrevious, reload };
}
