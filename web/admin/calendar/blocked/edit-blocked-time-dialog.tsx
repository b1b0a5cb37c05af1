import { type FormEvent, useState } from 'react';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toastError, toastSuccess } from '../../../ui/toast/toast.tsx';
import type { AfterChange } from '../../bookings/after-change.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useDiscardQuestion } from '../../ui/dialog/use-discard-question.tsx';
import { showErrors } from '../../ui/form/show-errors.ts';
import { dayText } from '../../ui/moment-text.ts';
import { countText } from '../../ui/number-text.ts';
import { commandFailure, toastFailure } from '../../ui/toast-failure.ts';
import type { Acknowledge } from '../affected/use-acknowledged.tsx';
import { focusAppointment } from '../grid/focus-appointment.ts';
import { readTimes, TimesFields, typedTimes } from '../hours/times-fields.tsx';
import { reasonText, shortRange, weekdayOf } from '../plan/calendar-text.ts';
import type { DayBlock } from '../plan/columns.ts';
import { ReasonField } from './reason-field.tsx';
import { BLOCKED_TIME, CHANGE_BLOCKED_TIME, UNBLOCK_TIME } from './time-commands.ts';

/** Moves a blocked time within its day, gives it another reason, or opens it again. */
export function EditBlockedTimeDialog({
  block,
  acknowledge,
  onClose,
}: {
  /** As the calendar shows it. */
  block: DayBlock;
  acknowledge: Acknowledge;
  onClose: () => void;
}) {
  const { id, date } = block;
  const { data: details, error: notFound } = useAdminQuery(BLOCKED_TIME, id);
  const isSeries = typeof details?.series_id === 'string';
  const changing = useCommand(CHANGE_BLOCKED_TIME);
  const removing = useCommand(UNBLOCK_TIME);
  const { undoButton, undoDaysButton } = useEventUndo();
  const today = useSalonToday();
  const [initial] = useState(() => typedTimes(block));
  const [times, setTimes] = useState(initial);
  const [reason, setReason] = useState(block.reason ?? '');
  const [problem, setProblem] = useState('');
  const { leave, question } = useDiscardQuestion({
    title: 'Discard these changes?',
    isTouched: times !== initial || reason !== (block.reason ?? ''),
    onClose,
  });
  const busy = changing.busy || removing.busy || !details;

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !details) return;
    const form = event.currentTarget;
    const refuse = (why: string) => showErrors(form, () => setProblem(why));
    const window = readTimes(times);
    if (typeof window === 'string') return refuse(window);
    setProblem('');
    try {
      const question = `Block ${dayText(date, today)}, ${shortRange(window)}?`;
      const after: AfterChange = (day, windows) =>
        day === date ? { windows, blocked: [window] } : undefined;
      const answer = await acknowledge({ question, verb: 'Block', after }, (acknowledged) =>
        changing.send({ id, date, ...window, reason: reasonText(reason), ...acknowledged }, details.version),
      );
      if (!answer) return;
      toastSuccess(
        'Blocked time changed',
        `${dayText(date, today)} · ${shortRange(window)}`,
        undoButton('day', date, answer),
      );
      onClose();
    } catch (error) {
      refuse(commandFailure(error));
      toastError('Failed to change the blocked time');
    }
  }

  async function remove(following?: 'true') {
    if (busy || !details) return;
    try {
      const answer = await removing.send({ id, date, ...(following && { following }) }, details.version);
      const count = answer.days?.length ?? 1;
      toastSuccess(
        count === 1 ? 'Blocked time removed' : `Blocked time removed on ${countText(count, 'day')}`,
        undefined,
        undoDaysButton(date, answer),
      );
      onClose();
    } catch (error) {
      toastFailure(error, 'Failed to remove the blocked time');
    }
  }

  return (
    <Dialog
      title={reasonText(block.reason)}
      description={`Blocked on ${dayText(date, today)} · ${shortRange(block)}${isSeries ? `, one of several ${weekdayOf(date)}s` : ''}`}
      width="narrow"
      onClose={leave}
      onClosed={() => focusAppointment(id)}
      footer={
        <>
          <AdminButton onClick={leave}>Cancel</AdminButton>
          <AdminButton look="primary" type="submit" form="blocked-time" busy={busy}>
            Save
          </AdminButton>
        </>
      }
    >
      <form id="blocked-time" noValidate onSubmit={save} className="space-y-4">
        <TimesFields times={times} isWrong={problem !== ''} onChange={setTimes} />
        <ReasonField reason={reason} onChange={setReason} />
        {notFound && !details && <Notice tone="error">{commandFailure(notFound)}</Notice>}
        {problem && <Notice tone="error">{problem}</Notice>}
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <AdminButton busy={busy} onClick={() => void remove()}>
            {isSeries ? 'Remove only this' : 'Remove'}
          </AdminButton>
          {isSeries && (
            <AdminButton busy={busy} onClick={() => void remove('true')}>
              Remove this and following
            </AdminButton>
          )}
        </div>
      </form>
      {question}
    </Dialog>
  );
}
