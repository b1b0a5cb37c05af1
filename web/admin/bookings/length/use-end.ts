import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AdminBooking } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { InTheWay } from '../../../../src/contracts/bookings/in-the-way.ts';
import { formatTime, type Minutes, minutesOf } from '../../../../src/salon/time-text.ts';
import { ApiError } from '../../../api.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useAskBeforeUnload } from '../../../ui/use-ask-before-leaving.ts';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { useInstantText } from '../../ui/instant-text.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { customerName, toldText } from '../booking-text.ts';
import { CHANGE_LENGTH, type Told } from '../commands.ts';
import { differenceText } from './length-text.ts';

/** After the last tap, the end is sent when no other has followed for so long: taps that belong together are one change, with one undo. */
const PAUSE_MS = 600;

/**
 * Changes when an appointment ends, by taps that are counted up and shown at once.
 *
 * - `end` is the end as tapped, before the server has it
 * - `inTheWay` is what the last one ran into
 *
 * @param told how the customer is told
 */
export function useEnd(booking: AdminBooking, told: Told) {
  const { send, busy } = useCommand(CHANGE_LENGTH);
  const { undoButton } = useEventUndo();
  const instantText = useInstantText();
  const present = minutesOf(booking.appointment_time) + booking.duration;
  const [tapped, setTapped] = useState<Minutes | null>(null);
  const [inTheWay, setInTheWay] = useState<InTheWay>();
  const waiting = useRef<{ readonly end: Minutes; readonly timer: number } | null>(null);
  useAskBeforeUnload(tapped !== null);

  async function change(end: Minutes) {
    try {
      const answer = await send({ id: booking.id, end, ...told }, booking.version);
      const isAsked = told.tell !== undefined;
      const said = toldText(answer, { isAsked, phone: booking.customer_phone }, instantText);
      toastSuccess(
        `Ends ${formatTime(end)}`,
        [customerName(booking), `${differenceText(end, present)}.${said}`],
        undoButton('booking', booking.id, answer),
      );
    } catch (error) {
      if (error instanceof ApiError && error.inTheWay) setInTheWay(error.inTheWay);
      // Taps there and back, while the first was under way, may end where it is.
      else if (!(error instanceof ApiError && error.code === 'same-length'))
        toastFailure(error, 'Failed to change the end');
    } finally {
      setTapped((now) => (now === end ? null : now));
    }
  }

  const sendNow = useEffectEvent(() => {
    if (!waiting.current) return;
    const { end, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = null;
    if (end === present && !busy) setTapped(null);
    else void change(end);
  });
  useEffect(() => sendNow, []);

  function tap(end: Minutes) {
    setInTheWay(undefined);
    setTapped(end);
    clearTimeout(waiting.current?.timer);
    waiting.current = { end, timer: window.setTimeout(sendNow, PAUSE_MS) };
  }

  /** The same at once. */
  function set(end: Minutes) {
    tap(end);
    sendNow();
  }

  return { end: tapped ?? present, present, inTheWay, tap, set };
}
