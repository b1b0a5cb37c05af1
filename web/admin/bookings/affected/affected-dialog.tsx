import { useCallback, useEffect, useState } from 'react';
import type {
  AffectedBooking,
  AffectedBookings,
} from '../../../../src/contracts/bookings/affected-bookings.ts';
import type { AdminStylist } from '../../../../src/contracts/salon/admin-stylists.ts';
import { useFresh } from '../../data/live/live-store.ts';
import { useMay } from '../../data/role.ts';
import { topicOf } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import type { AfterChange } from '../after-change.ts';
import { isOpen } from '../commands.ts';
import { BOOKING } from '../queries.ts';
import { AffectedQuestion, type Asked } from './affected-question.tsx';
import { AffectedRow } from './affected-row.tsx';

/** A change that staff are about to make, as a question, such as `Delete Saturdays 9 AM – 7 PM?`, and the label of the button, such as `Delete`. */
export interface StaffChange {
  readonly question: string;
  readonly verb: string;
  /** The stylist whose time alone changes: somebody else may take the appointments. Undefined for everybody's. */
  readonly stylist?: Pick<AdminStylist, 'id'> | undefined;
  /** The date as the change leaves it, for appointments that are moved out of its way. */
  readonly after: AfterChange;
}

/**
 * - `stop`: the change isn't made
 * - `keep`: it is made, and the appointments stay as they are
 * - `look-again`: it is made if it affects no appointment any more. One that was moved may be affected at its new time, too
 */
export type AffectedAnswer = 'stop' | 'keep' | 'look-again';

/**
 * Lists the appointments that would end up outside the bookable hours, and asks whether to make the change. Those that were cancelled,
 * moved or handed over are listed no more. A question about one takes its place meanwhile.
 */
export function AffectedDialog({
  change: { question, verb, stylist, after },
  affected: { total, appointments },
  answer,
}: {
  change: StaffChange;
  affected: AffectedBookings;
  answer: (answer: AffectedAnswer) => void;
}) {
  const [asked, setAsked] = useState<Asked | null>(null);
  /** The ids of appointments that were asked about, or that somebody else has changed meanwhile. */
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const touch = useCallback((ids: readonly string[]) => setTouched((now) => new Set([...now, ...ids])), []);
  const fresh = useFresh();
  // Looked for here, since the list is away while a question about one takes its place.
  useEffect(() => {
    const changed = appointments.map(({ id }) => id).filter((id) => fresh.has(topicOf('booking', id)));
    if (changed.length > 0) touch(changed);
  }, [appointments, fresh, touch]);
  /** The ids of appointments that are in the way no more. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const onGone = useCallback(
    (id: string, isGone: boolean) =>
      setGone((now) => {
        if (now.has(id) === isGone) return now;
        return new Set(isGone ? [...now, id] : [...now].filter((one) => one !== id));
      }),
    [],
  );
  function ask(asked: Asked): void {
    setAsked(asked);
    touch([asked.id]);
  }
  const others = total - appointments.length;
  const left = total - gone.size;
  const isOne = left === 1;
  const ways = stylist ? 'hand over, move or cancel' : 'cancel or move';
  const unless = useMay()('desk') ? ` unless you ${ways} ${isOne ? 'it' : 'them'}` : '';
  const list = (
    <Dialog
      title={question}
      description={
        left === 0
          ? `They are ${stylist ? 'handed over, moved or cancelled' : 'cancelled or moved'}. If one is still in the way, you are asked again.`
          : `${isOne ? 'This appointment stays' : `These ${left} appointments stay`}${unless}.`
      }
      onClose={() => answer('stop')}
      footer={
        <>
          <AdminButton onClick={() => answer('stop')}>Change nothing</AdminButton>
          <AdminButton look="primary" onClick={() => answer(left === 0 ? 'look-again' : 'keep')}>
            {left === 0 ? verb : `${verb} and keep ${isOne ? 'the appointment' : `${left} appointments`}`}
          </AdminButton>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {appointments.map((appointment) => (
          <Affected
            key={appointment.id}
            appointment={appointment}
            isTouched={touched.has(appointment.id)}
            stylist={stylist}
            onAsk={ask}
            onGone={onGone}
          />
        ))}
      </ul>
      {others > 0 && <p className="pt-2 text-stone">and {others} more</p>}
    </Dialog>
  );
  if (!asked) return list;
  return (
    <AffectedQuestion
      key={`${asked.about} ${asked.id}`}
      asked={asked}
      after={after}
      onClose={() => setAsked(null)}
    >
      {list}
    </AffectedQuestion>
  );
}

/** One of these appointments, unless it is in the way no more. Once it was touched, it is shown as it is now. */
function Affected({
  appointment,
  isTouched,
  stylist,
  onAsk,
  onGone,
}: {
  appointment: AffectedBooking;
  isTouched: boolean;
  stylist: StaffChange['stylist'];
  onAsk: (asked: Asked) => void;
  onGone: (id: string, isGone: boolean) => void;
}) {
  const { id } = appointment;
  const { data } = useAdminQuery(BOOKING, isTouched ? id : null);
  const now = data ?? appointment;
  const isGone =
    !isOpen(now) ||
    now.appointment_date !== appointment.appointment_date ||
    now.appointment_time !== appointment.appointment_time ||
    (stylist !== undefined && data?.stylist !== undefined && data.stylist.id !== stylist.id);
  useEffect(() => onGone(id, isGone), [id, isGone, onGone]);
  if (isGone) return null;
  return (
    <AffectedRow
      appointment={{ ...appointment, status: now.status }}
      isHandOver={stylist !== undefined}
      onAsk={onAsk}
    />
  );
}
