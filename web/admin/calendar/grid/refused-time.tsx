import { useEffect, useState } from 'react';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { formatTime } from '../../../../src/salon/time-text.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastError } from '../../../ui/toast/toast.tsx';
import {
  NearestTimes,
  othersText,
  reasonsForStaff,
  reasonsText,
  WHY_NOT,
} from '../../bookings/times/why-not.tsx';
import { SERVICES } from '../../data/queries.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { NOT_CHANGED, startText } from '../plan/calendar-text.ts';
import type { RefusedTime as Refused } from './time-grid.tsx';

/** Finds the minutes that a new appointment needs at least: the shortest service. Undefined until the services are known. */
function useShortestService(isNeeded: boolean) {
  const { data = [] } = useAdminQuery(SERVICES, isNeeded ? 'all' : null);
  const [shortest] = data
    .filter(({ active }) => active)
    .sort((a, b) => a.duration_minutes - b.duration_minutes);
  return shortest && { services: [shortest.id] };
}

/**
 * Says why a time in the calendar can't be had as soon as the server has told: in the toast that says that nothing was changed, or to
 * somebody who moves an appointment by keyboard. From the toast, a dialog leads to the nearest free times.
 */
export function RefusedTime({
  refused: { date, start, stylist, moved, reason, tell },
  onChoose,
  onClose,
}: {
  refused: Refused;
  onChoose: (date: SalonDate, time: string) => void;
  onClose: () => void;
}) {
  const today = useSalonToday();
  const [state, setState] = useState<'asking' | 'told' | 'open'>('asking');
  const shortest = useShortestService(moved === undefined);
  const appointment = moved ? { bookingId: moved.booking.id } : shortest;
  const { data: why } = useAdminQuery(
    WHY_NOT,
    appointment && state !== 'told'
      ? { date, time: formatTime(start), stylistId: stylist?.id, ...appointment }
      : null,
  );
  const reasons = reasonsForStaff(why);
  const told = reasonsText(reasons) && [reasonsText(reasons), othersText(why)].filter(Boolean).join(' ');
  const hasNearest = why !== undefined && (why.nearest.before ?? why.nearest.after) !== null;

  useEffect(() => {
    if (state !== 'asking' || told === undefined) return;
    setState('told');
    const nearest = hasNearest ? { label: 'Nearest times', onClick: () => setState('open') } : undefined;
    if (tell) tell(told);
    else toastError(NOT_CHANGED, told, nearest);
  }, [state, told, hasNearest, tell]);

  if (state !== 'open') return null;
  return (
    <Dialog
      title={`Why not ${startText(date, start, today)}?`}
      width="narrow"
      isReading
      onClose={onClose}
      footer={<AdminButton onClick={onClose}>Close</AdminButton>}
    >
      <div className="space-y-3">
        <ul className="space-y-1">
          {reasons.length > 0 ? (
            reasons.map(({ code, text }) => <li key={code + text}>{text}</li>)
          ) : (
            <li>{reason}</li>
          )}
        </ul>
        {why && (
          <NearestTimes nearest={why.nearest} date={date} time={formatTime(start)} onChoose={onChoose} />
        )}
      </div>
    </Dialog>
  );
}
