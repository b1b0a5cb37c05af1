import { ChartColumn } from 'lucide-react';
import type { ReportDescription } from '../../../../src/contracts/reports/reports.ts';
import { dayAs } from '../../../../src/salon/date-text.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { EmptyState } from '../../ui/states.tsx';
import { isNothing } from '../plan/compared-rows.ts';
import { PERIODS, periodBefore } from '../plan/periods.ts';
import { HEAT_MAP } from '../plan/view.ts';
import { NoAnswer } from '../report/no-answer.tsx';
import { Cancellations } from './cancellations.tsx';
import { FilledHours } from './filled-hours.tsx';
import { KeyNumbers } from './key-numbers.tsx';
import { MoneyByDay } from './money-by-day.tsx';
import { useTwoMonths } from './two-months.ts';

/** This month beside the last one, to be understood at a glance. A part whose report isn't there is left out. */
export function Overview({ reports, today }: { reports: readonly ReportDescription[]; today: SalonDate }) {
  const revenue = useTwoMonths(reports, 'revenue', 'day', today);
  const appointments = useTwoMonths(reports, 'appointments', 'month', today);
  const customers = useTwoMonths(reports, 'customers', 'month', today);
  const cancellations = useTwoMonths(reports, 'cancellations', 'reason', today);
  const utilisation = useTwoMonths(reports, 'utilisation', HEAT_MAP, today);
  const parts = [revenue, appointments, customers, cancellations, utilisation].filter(({ report }) => report);

  const isLoading = parts.some(({ answers, error }) => !answers && !error);
  const [first] = parts;
  if (first && !isLoading && parts.every(({ answers }) => !answers)) {
    const reload = () => {
      for (const part of parts) part.reload();
    };
    return <NoAnswer report={{ ...first, reload }} what="The overview" />;
  }
  if (parts.every(({ answers }) => answers && isNothing(...answers))) {
    return (
      <EmptyState icon={ChartColumn} title="No numbers yet">
        They appear here with the first appointments of this month or the last one.
      </EmptyState>
    );
  }
  const { from } = PERIODS['this-month'].of(today);
  const months = [dayAs(from, 'MMMM'), dayAs(periodBefore({ from, to: today }).from, 'MMMM')] as const;
  return (
    <div className="space-y-6 print:space-y-3 print:[zoom:0.86]">
      <p className="text-sm text-stone">
        {isLoading && (
          <span role="status" className="sr-only">
            Loading...
          </span>
        )}
        {months[0]} so far and what is booked until its end, beside all of {months[1]}
      </p>
      <KeyNumbers {...{ revenue, appointments, customers, months, today }} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:gap-3">
        <MoneyByDay revenue={revenue} months={months} today={today} />
        <Cancellations cancellations={cancellations} months={months} />
      </div>
      <FilledHours utilisation={utilisation} months={months} />
    </div>
  );
}
