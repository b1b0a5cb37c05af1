import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatDuration, formatTime } from '../../../../src/salon/time-text.ts';
import { useBookingMessages } from '../../../admin/bookings/details/untold.tsx';
import { AdminButton } from '../../../admin/ui/button.tsx';
import { Dialog } from '../../../admin/ui/dialog.tsx';
import { TextMessageArea } from '../../../admin/ui/text-message-area.tsx';
import { useSalon } from '../../../salon/salon-context.ts';
import { focusAppointment } from './focus-appointment.ts';
import type { Target } from './plan/changed.ts';
import { dayText, momentOf, nameOf, servicesOf } from './plan/words.ts';
import type { Move } from './use-moves.ts';

/** `Thu 2:30 PM`. */
const short = ({ date, start }: Target) => `${dayText(date).slice(0, 3)} ${formatTime(start)}`;

/** Asks before a move is saved, and whether the customer is to be told. */
export function MoveDialog({
  move: { booking, from, to, isOutsideHours, isTold = false },
  onSave,
  onCancel,
}: {
  move: Move;
  onSave: (message: string | null) => void;
  onCancel: () => void;
}) {
  const { name: salon } = useSalon();
  const messages = useBookingMessages(isTold ? booking.id : null);
  const isUntold = messages?.waiting.some(({ channel }) => channel === 'sms') === true;
  const [chosen, choose] = useState<boolean | null>(null);
  const tells = chosen ?? (isTold && !isUntold);
  const [message, setMessage] = useState(
    `${salon}: your appointment is now on ${dayText(to.date)} at ${formatTime(to.start)}. See you then!`,
  );
  const text = tells ? message.trim() : '';
  return (
    <Dialog
      title={`Move ${nameOf(booking)} to ${momentOf(to.date, to.start)}?`}
      description={`Now ${momentOf(from.date, from.start)} · ${servicesOf(booking)}, ${formatDuration(booking.end - booking.start)}`}
      width="narrow"
      onClose={onCancel}
      onClosed={() => focusAppointment(booking.id)}
      footer={
        <>
          <AdminButton onClick={onCancel}>Keep {short(from)}</AdminButton>
          <AdminButton look="primary" onClick={() => onSave(text || null)}>
            {text ? 'Move and text the customer' : `Move to ${short(to)}`}
          </AdminButton>
        </>
      }
    >
      <div className="space-y-4">
        {isOutsideHours && (
          <p className="flex items-center gap-2 rounded-md bg-warn-tint px-3 py-2 text-warn">
            <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
            This is outside opening hours.
          </p>
        )}
        <fieldset>
          <legend className="pb-1 font-medium">Tell the customer?</legend>
          <Choice checked={!tells} onChoose={() => choose(false)}>
            No text message
          </Choice>
          <Choice checked={tells} disabled={!booking.sms_consent} onChoose={() => choose(true)}>
            {booking.sms_consent ? 'Text the customer' : 'Text the customer (they haven’t agreed to texts)'}
          </Choice>
        </fieldset>
        {isUntold && !tells && (
          <p className="text-stone">
            The text about {momentOf(from.date, from.start)} has not gone out yet. Moved back before it does,
            the customer hears of neither.
          </p>
        )}
        {tells && <TextMessageArea label="Message" required value={message} onChange={setMessage} />}
      </div>
    </Dialog>
  );
}

function Choice({
  checked,
  disabled = false,
  onChoose,
  children,
}: {
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
  children: string;
}) {
  return (
    <label
      className={`flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11 ${disabled ? 'text-stone' : ''}`}
    >
      <input
        type="radio"
        name="tell"
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="size-4 accent-action"
      />
      {children}
    </label>
  );
}
