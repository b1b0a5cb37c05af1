import { useState } from 'react';
import type { Interval } from '../../../../src/salon/slots.ts';
import { newIdempotencyKey } from '../../../api.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { refusedDays } from '../../data/command.ts';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { dayText } from '../../ui/moment-text.ts';
import { countText } from '../../ui/number-text.ts';
import type { useAcknowledged } from '../affected/use-acknowledged.tsx';
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
export function useSetHours(acknowledge: ReturnType<typeof useAcknowledged>['run']) {
  const { send, busy } = useCommand(SET_HOURS_OF_DAYS);
  const { undoDaysButton } = useEventUndo();
  const today = useSalonToday();
  const [attempt] = useState(newIdempotencyKey);

  /** Resolves with the answer, which says what became of each day; null if staff change their minds. */
  async function set(wanted: readonly HoursOfDay[], version?: number) {
    const days = wanted.map(({ date, windows }) => ({ date, windows: joined(windows) }));
    const [first] = days;
    if (!first) return null;
    const what = days.length === 1 ? dayText(first.date, today) : countText(days.length, 'day');
    const question = `Set the hours of ${what}?`;
    const answer = await acknowledge({ question, verb: 'Set hours' }, (acknowledged) =>
      send({ days, attempt, ...acknowledged }, version),
    );
    if (answer && refusedDays(answer).length === 0)
      toastSuccess(`Hours of ${what} set`, undefined, undoDaysButton(first.date, answer));
    return answer;
  }

  return { set, busy };
}
