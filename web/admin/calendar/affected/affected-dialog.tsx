import { useCallback, useEffect, useState } from 'react';
import type {
  AffectedAppointment,
  AffectedAppointments,
} from '../../../../src/contracts/bookings/affected-appointments.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { Details } from '../../booking-dialogs.tsx';
import { customerName, whenText } from '../../bookings/booking-text.ts';
import { BOOKING } from '../../bookings/queries.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CancelAffected } from './cancel-affected.tsx';

/** A change that staff are about to make, as a question, such as `Delete Saturdays 9 AM – 7 PM?`, and the label of the button, such as `Delete`. */
export interface StaffChange {
  readonly question: string;
  readonly verb: string;
}

/** Lists the appointments that would end up outside the bookable hours, and asks whether to make the change. */
export function AffectedDialog({
  change,
  affected: { total, appointments },
  answer,
}: {
  change: StaffChange;
  affected: AffectedAppointments;
  answer: (goesOn: boolean) => void;
}) {
  const [opened, setOpened] = useState<string | null>(null);
  const [cancelled, setCancelled] = useState<string | null>(null);
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
  return (
    <Dialog
      title={change.question}
      description={
        left === 0
          ? 'No appointment is in the way any more.'
          : `${left === 1 ? 'This appointment stays unless you cancel or move it' : `These ${left} appointments stay unless you cancel or move them`}.`
      }
      width="narrow"
      onClose={() => answer(false)}
      footer={
        <>
          <AdminButton onClick={() => answer(false)}>Change nothing</AdminButton>
          <AdminButton look="primary" onClick={() => answer(true)}>
            {left === 0
              ? change.verb
              : `${change.verb} and keep ${left === 1 ? 'the appointment' : `${left} appointments`}`}
          </AdminButton>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {appointments.map((appointment) => (
          <Affected
            key={appointment.id}
            appointment={appointment}
            onOpen={setOpened}
            onCancel={setCancelled}
            onGone={onGone}
          />
        ))}
      </ul>
      {others > 0 && <p className="pt-2 text-stone">and {others} more</p>}
      {opened !== null && <Details id={opened} onClose={() => setOpened(null)} />}
      {cancelled !== null && <CancelAffected id={cancelled} onClose={() => setCancelled(null)} />}
    </Dialog>
  );
}

/** One of these appointments, which is left as it is unless it is cancelled. Once it has been opened, its current state is shown. */
function Affected({
  appointment,
  onOpen,
  onCancel,
  onGone,
}: {
  appointment: AffectedAppointment;
  onOpen: (id: string) => void;
  onCancel: (id: string) => void;
  onGone: (id: string, isGone: boolean) => void;
}) {
  const { id } = appointment;
  const today = useSalonToday();
  const [wasOpened, setOpened] = useState(false);
  const now = useAdminQuery(BOOKING, wasOpened ? id : null).data ?? appointment;
  const isGone =
    now.status === 'cancelled' ||
    now.appointment_date !== appointment.appointment_date ||
    now.appointment_time !== appointment.appointment_time;
  useEffect(() => onGone(id, isGone), [id, isGone, onGone]);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
      <button
        type="button"
        onClick={() => {
          setOpened(true);
          onOpen(id);
        }}
        className="min-h-6 text-left font-medium underline decoration-brass underline-offset-4 wrap-anywhere pointer-coarse:min-h-11"
      >
        {customerName(appointment)}
      </button>
      <span className="text-stone tabular-nums">
        {whenText(now, today)} · {now.status}
      </span>
      {!isGone && (
        <AdminButton
          look="quiet"
          className="-mr-3 ml-auto"
          onClick={() => {
            setOpened(true);
            onCancel(id);
          }}
        >
          Cancel and tell...
        </AdminButton>
      )}
    </li>
  );
}
