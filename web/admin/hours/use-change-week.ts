import type { z } from 'zod';
import type { ChangeWeek } from '../../../src/contracts/salon/admin-hours.ts';
import { dayOfWeek } from '../../../src/salon/salon-time.ts';
import { intervalOf } from '../../../src/salon/time-text.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import type { Acknowledge } from '../bookings/affected/use-acknowledged.tsx';
import type { AfterChange } from '../bookings/after-change.ts';
import { useCommand } from '../data/use-command.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { CHANGE_WEEK } from './weekly-commands.ts';

/** Sets the hours of several weekdays by one command, which the toast can undo. */
export function useChangeWeek(acknowledge: Acknowledge) {
  const { send } = useCommand(CHANGE_WEEK);
  const { undoButton } = useEventUndo();

  /** Resolves with whether it is done; staff may change their minds. @param version the schedule's that staff have seen */
  return async (request: z.output<typeof ChangeWeek>, version: number | undefined): Promise<boolean> => {
    const after: AfterChange = (date) => {
      const day = request.days.find(({ day_of_week }) => day_of_week === dayOfWeek(date));
      return day && { windows: day.windows.map(intervalOf), blocked: [] };
    };
    const change = { question: 'Change the opening hours?', verb: 'Change', after };
    const answer = await acknowledge(change, (acknowledged) =>
      send({ ...request, ...acknowledged }, version),
    );
    if (answer) toastSuccess('Opening hours saved', undefined, undoButton('hours', 'week', answer));
    return answer !== null;
  };
}
