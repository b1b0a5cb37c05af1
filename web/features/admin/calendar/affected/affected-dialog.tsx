import { useCallback, useEffect, useState } from 'react';
import type {
  AffectedAppointment,
  AffectedAppointments,
} from '../../../../../src/contracts/bookings/affected-appointments.ts';
import { minutesOf } from '../../../../../src/salon/time-text.ts';
import { Details } from '../../../../admin/booking-dialogs.tsx';
import { BOOKING } from '../../../../admin/bookings/queries.ts';
import { useAdminQuery } from '../../../../admin/server/use-admin-query.ts';
import { AdminButton } from '../../../../admin/ui/button.tsx';
import { Dialog } from '../../../../admin/ui/dialog.tsx';
import { momentOf } from '../plan/words.ts';
import type { Deed } from './deed.ts';

/** Names the appointments that a change leaves where they are, and asks whether it is to be made. */
export function AffectedDialog({
  deed,
  affected: { total, appointments },
  answer,
}: {
  deed: Deed;
  affected: AffectedAppointments;
  answer: (goesOn: boolean) => void;
}) {
  const [opened, setOpened] = useState<string | null>(null);
  /** Those that were cancelled or moved from here. */
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
      title={deed.question}
      description={`${left === 1 ? 'An appointment stays where it is' : `${left} appointments stay where they are`}, outside the hours that can be booked.`}
      width="narrow"
      onClose={() => answer(false)}
      footer={
        <>
          <AdminButton onClick={() => answer(false)}>Change nothing</AdminButton>
          <AdminButton look="primary" onClick={() => answer(true)}>
            {left === 0
              ? deed.verb
              : `${deed.verb} and keep ${left === 1 ? 'the appointment' : `${left} appointments`}`}
          </AdminButton>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {appointments.map((appointment) => (
          <Affected key={appointment.id} appointment={appointment} onOpen={setOpened} onGone={onGone} />
        ))}
      </ul>
      {others > 0 && <p className="pt-2 text-stone">and {others} more</p>}
      {opened !== null && <Details id={opened} onClose={() => setOpened(null)} />}
    </Dialog>
  );
}

/** One of them. Once it was opened, it is shown as it is by now. */
function Affected({
  appointment,
  onOpen,
  onGone,
}: {
  appointment: AffectedAppointment;
  onOpen: (id: string) => void;
  onGone: (id: string, isGone: boolean) => void;
}) {
  const { id, customer_name } = appointment;
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
        {customer_name ?? 'Erased customer'}
      </button>
      <span className="text-stone tabular-nums">
        {momentOf(now.appointment_date, minutesOf(now.appointment_time))} · {now.status}
      </span>
    </li>
  );
}
