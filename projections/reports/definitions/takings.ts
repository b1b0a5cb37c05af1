import { PaymentMethod } from '../../../src/contracts/bookings/bookings.ts';
import { METHOD_WORDS } from '../../../src/contracts/bookings/method-words.ts';
import { instantsOfDays } from '../../../src/salon/salon-time.ts';
import { appointments } from '../../appointments/projection.ts';
import { STYLIST_OF } from '../../stylist-of.ts';
import { appointmentsAt } from '../appointments-at.ts';
import { byCalendar, calendarUnit } from '../calendar-keys.ts';
import { ratio } from '../ratio.ts';
import type { Column, Report } from '../report.ts';
import { BY_STYLIST, isByStylist } from '../stylists.ts';

const centsOf = (column: string, method?: string) =>
  method === undefined ? column : `case when method = '${method}' then ${column} else 0 end`;
const unsaid = (column: string) => `case when method is null then ${column} else 0 end`;

const BY_METHOD: readonly Column[] = PaymentMethod.options.map((method) => ({
  key: `${method}_cents`,
  label: METHOD_WORDS[method],
  unit: 'cents',
  meaning: `The part of it that was paid by this method: ${METHOD_WORDS[method].toLowerCase()}.`,
  adds: centsOf('cents', method),
}));

const TIPS_BY_METHOD: readonly Column[] = PaymentMethod.options.map((method) => ({
  key: `${method}_tips_cents`,
  label: `Tips: ${METHOD_WORDS[method].toLowerCase()}`,
  unit: 'cents',
  meaning: 'The tips that came with these payments. They are no part of what was taken.',
  adds: centsOf('tip_cents', method),
}));

export const takingsReport: Report = {
  name: 'takings',
  title: 'Takings',
  meaning:
    'The amounts that were recorded at the till, on the day on which the visit was completed. “Revenue” counts on the day of the appointment instead, and quoted prices where nothing was recorded.',
  by: [...byCalendar('day', 'week', 'month'), BY_STYLIST],
  models: [appointments],
  columns: [
    {
      key: 'taken_cents',
      label: 'Taken',
      unit: 'cents',
      meaning:
        'The recorded amounts, without tips. A correction counts on the day of the first completion, and a visit that was opened again on the day on which it is completed anew.',
      adds: centsOf('cents'),
    },
    ...BY_METHOD,
    {
      key: 'not_said_cents',
      label: 'Not said',
      unit: 'cents',
      meaning: 'The part of it of which nobody said how it was paid.',
      adds: unsaid('cents'),
    },
    ...TIPS_BY_METHOD,
    {
      key: 'not_said_tips_cents',
      label: 'Tips: not said',
      unit: 'cents',
      meaning: 'The tips of which nobody said how they were paid.',
      adds: unsaid('tip_cents'),
    },
    {
      key: 'visits',
      label: 'Visits',
      unit: 'count',
      meaning: 'The completed visits with a recorded amount.',
      adds: '(nth = 1)::integer',
    },
    {
      key: 'average_cents',
      label: 'Average',
      unit: 'cents',
      meaning: 'Taken, divided by these visits.',
      of({ taken_cents: taken, visits }) {
        const average = ratio(taken, visits);
        return average === null ? null : Math.round(average);
      },
    },
    {
      key: 'without_amount',
      label: 'Without an amount',
      unit: 'count',
      meaning: 'The visits that were completed without an amount; they count nowhere else here.',
      adds: '(nth is null)::integer',
    },
  ],
  facts({ by, from, to }, { parameter, timeZone }) {
    const key = isByStylist(by) ? 'stylist' : calendarUnit(by)?.key('day', '0');
    if (key === undefined) throw new RangeError(`takings have no rows by ${by}`);
    // An index finds them by their instants, which all have the same form and so compare as texts.
    const [begins, ends] = instantsOfDays(from, to, timeZone).map((at) => parameter(at.toISOString()));
    const completed = appointmentsAt(`completed_at >= ${begins} and completed_at < ${ends}`);
    return `select ${key} as key, id, method, cents, tip_cents, nth
      from (
        select a.id, ${STYLIST_OF} as stylist, (a.completed_at::timestamptz at time zone ${parameter(timeZone)})::date as day, p.*
        from ${completed} a left join lateral rows from (jsonb_to_recordset(a.payments)
          as (method text, cents integer, tip_cents integer))
          with ordinality as p (method, cents, tip_cents, nth) on true) payments
      where day between $2 and $3`;
  },
};
