import { z } from 'zod';
import { BlockReasonField } from '../../../../src/contracts/fields.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { isAllDay } from '../../../../src/salon/time-text.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { Callout } from '../../../ui/callout.tsx';
import { toastError, toastSuccess } from '../../../ui/toast/toast.tsx';
import type { Acknowledge } from '../../bookings/affected/use-acknowledged.tsx';
import { ofStylist } from '../../bookings/after-change.ts';
import { forWhom } from '../../data/stylist-name.ts';
import { useTeam } from '../../data/team.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { NO_TIMES, Times, typedTimes } from '../../hours/times-fields.tsx';
import { AdminButton } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { dayText } from '../../ui/instant-text.ts';
import { countText } from '../../ui/number-text.ts';
import { blockRange } from '../../ui/time-range.ts';
import { commandFailure, toastFailure } from '../../ui/toast-failure.ts';
import { focusBooking } from '../grid/focus-booking.ts';
import { reasonText } from '../plan/calendar-text.ts';
import type { DayBlock } from '../plan/columns.ts';
import { BlockTimes } from './block-times.tsx';
import { ReasonField } from './reason-field.tsx';
import { BLOCKED_TIME, CHANGE_BLOCKED_TIME, UNBLOCK_TIME } from './time-commands.ts';

/** Moves a blocked time within its day, gives it another reason, or opens it again. */
export function EditBlockedTimeDialog({
  block,
  acknowledge,
  onClose,
}: {
  /** The blocked time as the calendar shows it. */
  block: DayBlock;
  acknowledge: Acknowledge;
  onClose: () => void;
}) {
  const { id, date, resource_id } = block;
  const stylist = useTeam().stylists.find((one) => one.id === resource_id);
  const { data: details, error: notFound } = useAdminQuery(BLOCKED_TIME, id);
  const isSeries = typeof details?.series_id === 'string';
  const changing = useCommand(CHANGE_BLOCKED_TIME);
  const removing = useCommand(UNBLOCK_TIME);
  const { undoButton, undoDaysButton } = useEventUndo();
  const today = useSalonToday();
  const { typed, errorOf, change, setError, ...form } = useAdminForm({
    values: { times: typedTimes(block), reason: block.reason ?? '' },
    schema: z.object({ times: Times, reason: BlockReasonField }),
    toRequest: ({ times, reason }) => ({ times, reason: reasonText(reason) }),
    send: save,
    onFailure: refused,
  });
  const problem = errorOf('times');
  const isWaiting = removing.busy || !details;
  const busy = form.pending || isWaiting;

  async function save({ times: window, reason }: { times: Interval; reason: string }): Promise<void> {
    if (!details) return;
    const question = `Block ${dayText(date, today)}, ${blockRange(window)}${forWhom(stylist)}?`;
    const after = ofStylist(resource_id ?? undefined, (day, windows) =>
      day === date ? { windows, blocked: [window] } : undefined,
    );
    const answer = await acknowledge({ question, verb: 'Block', stylist, after }, (acknowledged) =>
      changing.send({ id, date, ...window, reason, ...acknowledged }, details.version),
    );
    if (!answer) return;
    toastSuccess(
      'Blocked time changed',
      `${dayText(date, today)} · ${blockRange(window)}`,
      undoButton('day', date, answer),
    );
    onClose();
  }

  function refused(error: unknown): void {
    setError('times', { message: commandFailure(error) });
    toastError('Failed to change the blocked time');
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
    <FormDialog
      title={reasonText(block.reason)}
      description={`Blocked${forWhom(stylist)} on ${dayText(date, today)} · ${blockRange(block)}${isSeries ? ', one of a series' : ''}`}
      width="narrow"
      form={form}
      discard="Discard these changes?"
      save="Save"
      isWaiting={isWaiting}
      onClose={onClose}
      onClosed={() => focusBooking(id)}
    >
      <BlockTimes
        times={typed.times}
        usual={isAllDay(block) ? NO_TIMES : typedTimes(block)}
        isOfOne={resource_id !== null}
        isWrong={problem !== undefined}
        onChange={(times) => change({ times })}
      />
      <ReasonField
        reason={typed.reason}
        error={errorOf('reason')}
        onChange={(reason) => change({ reason })}
      />
      {notFound && !details && <Callout tone="error">{commandFailure(notFound)}</Callout>}
      {problem && <Callout tone="error">{problem}</Callout>}
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
    </FormDialog>
  );
}
