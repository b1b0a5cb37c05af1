import type { Dashboard } from '../../../src/contracts/bookings/dashboard.ts';
import { formatDuration } from '../../../src/salon/time-text.ts';
import { useNewBooking } from '../bookings/new/use-new-booking.ts';
import { TextButton } from '../ui/button.tsx';
import { dayText } from '../ui/instant-text.ts';
import { DashboardPanel } from './panel.tsx';

/** How booked the week is, and the next free time. */
export function Outlook({ dashboard, today }: { dashboard: Dashboard; today: string }) {
  const { next_free: free, week } = dashboard;
  const { begin } = useNewBooking();
  const share = week.open_minutes > 0 ? week.booked_minutes / week.open_minutes : 0;
  const percent = Math.round(share * 100);
  return (
    <DashboardPanel title="This week">
      <dl className="space-y-4 p-4">
        <div>
          <dt className="text-xs text-stone">Next free time</dt>
          <dd>
            {free ? (
              <TextButton onClick={() => begin(free)} className="tabular-nums">
                {free.date === today ? 'Today' : dayText(free.date, today)} · {free.time}
              </TextButton>
            ) : (
              'The next weeks are full.'
            )}
            {free && <span className="text-stone"> for {formatDuration(free.duration)}</span>}
          </dd>
        </div>
        <div>
          <dt className="text-xs text-stone">Filled hours</dt>
          <dd>
            {week.open_minutes === 0 ? (
              <>
                {formatDuration(week.booked_minutes)} booked,{' '}
                <span className="text-stone">no opening hours</span>
              </>
            ) : (
              <>
                <span className="font-medium tabular-nums">{formatDuration(week.booked_minutes)}</span>{' '}
                <span className="text-stone tabular-nums">
                  of {formatDuration(week.open_minutes)} · {percent}%
                </span>
                <span aria-hidden="true" className="mt-2 block h-1.5 overflow-hidden rounded-full bg-sand">
                  <span
                    className="block h-full rounded-full bg-brass"
                    style={{ width: `${Math.min(percent, 100)}%` }}
                  />
                </span>
              </>
            )}
          </dd>
        </div>
      </dl>
    </DashboardPanel>
  );
}
