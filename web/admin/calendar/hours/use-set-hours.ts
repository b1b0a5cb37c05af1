import { useState } from 'react';
import type { AdminStylist } from '../../../../src/contracts/salon/admin-stylists.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { newIdempotencyKey } from '../../../api.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import type { Acknowledge } from '../../bookings/affected/use-acknowledged.tsx';
import { ofStylist } from '../../bookings/after-change.ts';
import { refusedDays } from '../../data/command.ts';
import { stylistName } from '../../data/stylist-name.ts';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { capital } from '../../ui/capital.ts';
import { dayText } from '../../ui/instant-text.ts';
import { countText } from '../../ui/number-text.ts';
import { type HoursOfDay, SET_HOURS_OF_DAYS } from './date-commands.ts';

/** Hours in order, those that touch as one: otherwise an appointment couldn't go on from one to the next. */
function joined(windows: readonly Interval[]): readonly Interval[] {
  const all: Interval[] = [];
  for (const window of windows) {
    const last = all.at(-1);
    if (last?.end === window.start) all[all.length - 1] = { start: last.start, end: window.end };
    else all.push(window);
  }
  return all;
}

/** Gives dates hours of their own. The toast can undo it. */
export function useSetHours(acknowledge: Acknowledge) {
  const { send } = useCommand(SET_HOURS_OF_DAYS);
  const { undoDaysButton } = useEventUndo();
  const today = useSalonToday();
  const [nonce, setNonce] = useState(newIdempotencyKey);

  /**
   * Resolves with the answer, which says what became of each day; null if staff change their minds.
   *
   * @param done the toast's title, if it isn't the usual one
   * @param stylist whose hours they are; left out for the salon's
   */
  return async (
    wanted: readonly HoursOfDay[],
    version?: number,
    done?: string,
    stylist?: Pick<AdminStylist, 'id' | 'name'>,
  ) => {
    const days = wanted.map((day) => ({ ...day, windows: joined(day.windows) }));
    const [first] = days;
    if (!first) return null;
    const what = days.length === 1 ? dayText(first.date, today) : countText(days.length, 'day');
    const whose = stylist ? `hours of ${stylistName(stylist)} on ${what}` : `hours of ${what}`;
    const question = `Set the ${whose}?`;
    const after = ofStylist(stylist?.id, (date) => {
      const day = days.find((one) => one.date === date);
      return day && { windows: day.windows, blocked: [] };
    });
    const answer = await acknowledge({ question, verb: 'Set hours', stylist, after }, (acknowledged) =>
      send({ days, stylist_id: stylist?.id, nonce, ...acknowledged }, version),
    );
    if (answer && refusedDays(answer).length === 0) {
      // The same hours may be set once more later, after others in between.
      setNonce(newIdempotencyKey());
      const undo = undoDaysButton(first.date, answer);
      if (done) toastSuccess(done, `Only ${what}`, undo);
      else toastSuccess(`${capital(whose)} set`, undefined, undo);
    }
    return answer;
  };
}
