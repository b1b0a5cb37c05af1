import { type FormEvent, useState } from 'react';
import { formatClock, parseClock } from '../../../../src/salon/time-text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toastError, toastSuccess } from '../../../ui/toast/toast.tsx';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { showErrors } from '../../ui/form/show-errors.ts';
import { commandFailure } from '../../ui/toast-failure.ts';
import type { useAcknowledged } from '../affected/use-acknowledged.tsx';
import { shortRange } from '../plan/calendar-text.ts';
import { ADD_HOURS, CHANGE_HOURS } from './commands.ts';
import { ADD_FAILED, type Hours } from './hours.ts';

/** The browser's time field has no `24:00`: there, midnight as the end of hours is `00:00`. */
const END_OF_DAY = 1440;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Adds hours to a weekday, or changes the times of existing ones. What was typed stays if the server refuses it. */
export function HoursDialog({
  day,
  hours,
  version,
  acknowledge,
  onClose,
}: {
  day: number;
  /** Null for new ones. */
  hours: Hours | null;
  version: number | undefined;
  acknowledge: ReturnType<typeof useAcknowledged>['run'];
  onClose: () => void;
}) {
  const adding = useCommand(ADD_HOURS);
  const changing = useCommand(CHANGE_HOURS);
  const { undoButton } = useEventUndo();
  const [start, setStart] = useState(hours ? formatClock(hours.start) : '');
  const [end, setEnd] = useState(hours ? formatClock(hours.end % END_OF_DAY) : '');
  const [problem, setProblem] = useState('');
  /** Marks an empty field, or both if none is empty. */
  const isWrong = (time: string) => problem !== '' && (time === '' || (start !== '' && end !== ''));
  const busy = adding.busy || changing.busy;
  const [title, failed] = hours ? ['Edit hours', 'Failed to update time slot'] : ['Add hours', ADD_FAILED];

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const refuse = (why: string) => showErrors(form, () => setProblem(why));
    const times = { start: parseClock(start), end: end === '00:00' ? END_OF_DAY : parseClock(end) };
    if (times.start === null || times.end === null) return refuse('Please fill in all time fields');
    if (times.end <= times.start) return refuse('The end must come after the start.');
    const window = { start: times.start, end: times.end };
    setProblem('');
    try {
      const answer = hours
        ? await acknowledge(
            {
              question: `Change ${WEEKDAYS[day]}s ${shortRange(hours)} to ${shortRange(window)}?`,
              verb: 'Change',
            },
            (acknowledged) => changing.send({ id: hours.id, ...window, ...acknowledged }, version),
          )
        : await adding.send({ day, ...window }, version);
      if (!answer) return;
      if (hours)
        toastSuccess('Time slot updated successfully', undefined, undoButton('hours', 'week', answer));
      else toastSuccess('New time slot added successfully');
      onClose();
    } catch (error) {
      refuse(commandFailure(error));
      toastError(failed);
    }
  }

  return (
    <Dialog
      title={`${title} on ${WEEKDAYS[day]}s`}
      description="These hours repeat every week."
      width="narrow"
      onClose={onClose}
      footer={
        <>
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton look="primary" type="submit" form="hours" busy={busy}>
            {hours ? 'Save hours' : 'Add hours'}
          </AdminButton>
        </>
      }
    >
      <form id="hours" noValidate onSubmit={save} className="space-y-4">
        <div className="grid grid-cols-2 gap-3">
          <AdminField
            label="Start time"
            type="time"
            required
            step={900}
            value={start}
            aria-invalid={isWrong(start)}
            onChange={({ target }) => setStart(target.value)}
          />
          <AdminField
            label="End time"
            type="time"
            required
            step={900}
            value={end}
            aria-invalid={isWrong(end)}
            onChange={({ target }) => setEnd(target.value)}
          />
        </div>
        {problem && <Notice tone="error">{problem}</Notice>}
      </form>
    </Dialog>
  );
}
