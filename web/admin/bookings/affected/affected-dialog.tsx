import { useCallback, useEffect, useState } from 'react';
import type {
  AffectedBooking,
  AffectedBookings,
} from '../../../../src/contracts/bookings/affected-bookings.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { useMay } from '../../data/role.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton, TextButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import type { AfterChange } from '../after-change.ts';
import { customerName, whenText } from '../booking-text.ts';
import { BOOKING } from '../queries.ts';
import { AffectedQuestion, type Asked } from './affected-question.tsx';

/** A change that staff are about to make, as a question, such as `Delete Saturdays 9 AM – 7 PM?`, and the label of the button, such as `Delete`. */
export interface StaffChange {
  readonly question: string;
  readonly verb: string;
  /** The date as the change leaves it, for appointments that are moved out of its way. */
  readonly after: AfterChange;
}

/**
 * - `stop`: the change isn't made
 * - `keep`: it is made, and the appointments stay as they are
 * - `look-again`: it is made if it affects no appointment any more. One that was moved may be affected at its new time, too
 */
export type AffectedAnswer = 'stop' | 'keep' | 'look-again';

/** Lists the appointments that would end up outside the bookable hours, and asks whether to make the change. */
export function AffectedDialog({
  change,
  affected: { total, appointments },
  answer,
}: {
  change: StaffChange;
  affected: AffectedBookings;
  answer: (answer: AffectedAnswer) => void;
}) {
  const [asked, setAsked] = useState<Asked | null>(null);
  /** The ids of appointments that were cancelled or moved from this dialog. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const onGone = useCallback(
    (id: string, isGone: boolean) =>
      setGone((now) => {
        if (now.has(id) === isGone) return now;
        return new Set(isGone ? [...now, id] : [...now].filter((one) => one !== id));
      }),
    [],
  );
  const others = total - appointments.length;
  const left = total - gone.size;
  const unless = useMay()('desk') ? ' unless you cancel or move' : '';
  return (
    <Dialog
      title={change.question}
      description={
        left === 0
          ? 'They are cancelled or moved. If one is still in the way, you are asked again.'
          : `${left === 1 ? `This appointment stays${unless && `${unless} it`}` : `These ${left} appointments stay${unless && `${unless} them`}`}.`
      }
      onClose={() => answer('stop')}
      footer={
        <>
          <AdminButton onClick={() => answer('stop')}>Change nothing</AdminButton>
          <AdminButton look="primary" onClick={() => answer(left === 0 ? 'look-again' : 'keep')}>
            {left === 0
              ? change.verb
              : `${change.verb} and keep ${left === 1 ? 'the appointment' : `${left} appointments`}`}
          </AdminButton>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {appointments.map((appointment) => (
          <Affected key={appointment.id} appointment={appointment} onAsk={setAsked} onGone={onGone} />
        ))}
      </ul>
      {others > 0 && <p className="pt-2 text-stone">and {others} more</p>}
      {asked && <AffectedQuestion asked={asked} after={change.after} onClose={() => setAsked(null)} />}
    </Dialog>
  );
}

/** One of these appointments, which is left as it is unless it is moved or cancelled. Once it was asked about, its current state is shown. */
function Affected({
  appointment,
  onAsk,
  onGone,
}: {
  appointment: AffectedBooking;
  onAsk: (asked: Asked) => void;
  onGone: (id: string, isGone: boolean) => void;
}) {
  const { id } = appointment;
  const today = useSalonToday();
  const isDesk = useMay()('desk');
  const [wasAsked, setAsked] = useState(false);
  const now = useAdminQuery(BOOKING, wasAsked ? id : null).data ?? appointment;
  const isGone =
    now.status === 'cancelled' ||
    now.appointment_date !== appointment.appointment_date ||
    now.appointment_time !== appointment.appointment_time;
  useEffect(() => onGone(id, isGone), [id, isGone, onGone]);
  const ask = (about: Asked['about']) => () => {
    setAsked(true);
    onAsk({ about, id });
  };
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <div className="w-full">
        {now.status === 'cancelled' || !isDesk ? (
          <span className="font-medium wrap-anywhere">{customerName(appointment)}</span>
        ) : (
          <TextButton onClick={ask('reschedule')} className="text-left wrap-anywhere">
            {customerName(appointment)}
          </TextButton>
        )}
      </div>
      <span className="text-stone tabular-nums">
        {whenText(now, today)} · {now.status}
      </span>
      {!isGone && isDesk && (
        <div className="-mr-3 ml-auto">
          <AdminButton look="quiet" onClick={ask('reschedule')}>
            Move...
          </AdminButton>
          <AdminButton look="quiet" onClick={ask('cancel')}>
            Cancel and tell...
          </AdminButton>
        </div>
      )}
    </li>
  );
}
