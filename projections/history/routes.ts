import { listActivity } from '../../src/contracts/history/activity.ts';
import {
  getBookingHistory,
  getCustomerHistory,
  getDayHistory,
  getHoursHistory,
  getServiceHistory,
  getSettingsHistory,
  type HistoryEntry,
  type HistoryPage,
} from '../../src/contracts/history/history.ts';
import type { ProblemCode } from '../../src/contracts/problem.ts';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { serviceStream } from '../../src/features/catalogue/events.ts';
import { customerStream } from '../../src/features/customers/events.ts';
import { HOURS } from '../../src/features/hours/events.ts';
import { mailsStream, messagesStream } from '../../src/features/messages/events.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import { type Staff, seesRevenue } from '../../src/http/operation/sight.ts';
import { refuse } from '../../src/http/refusal.ts';
import { PAYMENT_FIELDS } from './fields/booking.ts';
import { history } from './projection.ts';
import type { HistoryOf } from './queries.ts';
import type { HistoryReader } from './reader.ts';

interface HistoryRoutesDeps {
  readonly on: Mount;
  readonly read: HistoryReader;
}

interface Asked {
  readonly caller: Staff;
  readonly query: { readonly cursor?: string | undefined; readonly limit: number };
}

const AMOUNTS = ['total_amount', ...PAYMENT_FIELDS];

const withoutAmounts = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  changes: entry.changes.filter(({ field }) => !AMOUNTS.includes(field)),
});

/** Serves the histories: who changed something, when, and how. */
export function historyRoutes({ on, read }: HistoryRoutesDeps): void {
  /** @param unknown the problem when there has never been such a thing */
  async function page(
    of: HistoryOf,
    { caller, query }: Asked,
    unknown?: ProblemCode,
  ): Promise<{ body: HistoryPage }> {
    const body = await read.of(of, query, caller.role);
    // The sum of what was paid on a day, or by a customer, is revenue.
    const entries =
      seesRevenue(caller) || of.kind === 'booking' ? body.entries : body.entries.map(withoutAmounts);
    if (unknown && body.entries.length === 0 && query.cursor === undefined) throw refuse(unknown);
    return { body: { ...body, entries } };
  }
  const ofStream = (stream: string): HistoryOf => ({ kind: 'stream', stream });

  on(
    getBookingHistory,
    ({ params: { id }, ...asked }) =>
      page(
        { kind: 'booking', stream: bookingStream(id), messages: messagesStream(id), mails: mailsStream(id) },
        asked,
        'booking-not-found',
      ),
    [history],
  );
  on(
    getServiceHistory,
    ({ params: { id }, ...asked }) => page(ofStream(serviceStream(id)), asked, 'service-not-found'),
    [history],
  );
  on(getHoursHistory, (asked) => page(ofStream(HOURS), asked), [history]);
  on(getSettingsHistory, (asked) => page({ kind: 'settings' }, asked), [history]);
  on(
    getDayHistory,
    ({ params: { date }, ...asked }) => page({ kind: 'day', stream: agendaStream(date), date }, asked),
    [history],
  );
  on(
    getCustomerHistory,
    ({ params: { id }, ...asked }) =>
      page({ kind: 'customer', stream: customerStream(id), customerId: id }, asked, 'customer-not-found'),
    [history],
  );
  on(listActivity, async ({ caller, query }) => ({ body: await read.activity(query, caller.role) }), [
    history,
  ]);
}
