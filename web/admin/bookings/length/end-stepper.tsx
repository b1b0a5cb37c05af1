import { useState } from 'react';
import type { AdminBookingDetails } from '../../../../src/contracts/bookings/admin-booking.ts';
import { DAY_MINUTES, formatTime, type Minutes, minutesOf } from '../../../../src/salon/time-text.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { InTheWayNote } from '../in-the-way.tsx';
import { reachOf } from '../messages/reach.ts';
import { SENDING } from '../messages/sending.ts';
import { tellOf, tickedOf } from '../telling/ways-choice.tsx';
import { BEGUN } from './length-text.ts';
import { useEnd } from './use-end.ts';
import { useRoomText } from './use-room.ts';

const STEP: Minutes = 15;

/** When an appointment ends, with a button each for a quarter of an hour less and more. */
export function EndStepper({ booking }: { booking: AdminBookingDetails }) {
  const { appointment_time, has_started } = booking;
  const { data: sending } = useAdminQuery(SENDING, 'now');
  const reach = reachOf(booking, sending);
  const ways = tickedOf(reach, {});
  const canTell = ways.length > 0 && !has_started;
  const [isTold, setTold] = useState(true);
  const tell = canTell && isTold ? tellOf(reach, ways) : undefined;
  const { end, present, inTheWay, tap, set } = useEnd(booking, { message: null, ...(tell && { tell }) });
  const start = minutesOf(appointment_time);
  const room = useRoomText(booking, booking.appointment_date, present);
  const step = (by: Minutes, label: string) => (
    <AdminButton
      isSmall
      aria-label={`${label} minutes`}
      disabled={end + by <= start || end + by > DAY_MINUTES}
      onClick={() => tap(end + by)}
    >
      {label}
    </AdminButton>
  );
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span role="status">{formatTime(end)}</span>
        <span className="flex gap-2">
          {step(-STEP, '−15')}
          {step(STEP, '+15')}
        </span>
        {canTell ? (
          <Choice type="checkbox" checked={isTold} onChange={({ target }) => setTold(target.checked)}>
            Tell the customer
          </Choice>
        ) : (
          has_started && <span className="text-xs text-stone">{BEGUN}</span>
        )}
      </div>
      {room && <p className="text-xs text-stone tabular-nums">{room}</p>}
      {inTheWay && (
        // On a phone it is as wide as the dialog.
        <div className="max-sm:-ml-30">
          <InTheWayNote inTheWay={inTheWay} presentEnd={present} onUntil={set} />
        </div>
      )}
    </div>
  );
}
