import { dayAs } from '../../../../src/salon/date-text.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FailedState } from '../../ui/states.tsx';
import { customerName, servicesText } from '../booking-text.ts';
import { BOOKING } from '../queries.ts';
import { useNextVisit } from './use-next-visit.ts';

/** Asks when a customer comes again for the same services, and goes on to the dialog for a new booking. */
export function BookAgainDialog({ bookingId, onClose }: { bookingId: string; onClose: () => void }) {
  const { data: booking, error, reload } = useAdminQuery(BOOKING, bookingId);
  const { isReady, dates, against, gone, begin } = useNextVisit(booking);
  if (!error && (!booking || !isReady)) return null;
  return (
    <Dialog
      title="Book again"
      {...(booking && { description: `${customerName(booking)} · ${servicesText(booking)}` })}
      width="narrow"
      onClose={onClose}
    >
      {booking ? (
        <div className="grid gap-2">
          {gone.length > 0 && (
            <p className="pb-1 text-warn">No longer offered: {servicesText({ services: gone })}.</p>
          )}
          {dates.map(({ weeks, date }) => (
            <AdminButton key={weeks} onClick={() => begin(date)}>
              In {weeks} weeks · {dayAs(date, 'EEE, MMM d')}
              {against(date) && <span className="text-warn"> · {against(date)}</span>}
            </AdminButton>
          ))}
          <AdminButton onClick={() => begin()}>On a date...</AdminButton>
        </div>
      ) : (
        error && <FailedState what="The appointment couldn’t be loaded" error={error} onRetry={reload} />
      )}
    </Dialog>
  );
}
