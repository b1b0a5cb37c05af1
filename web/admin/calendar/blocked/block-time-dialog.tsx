import { useState } from 'react';
import { z } from 'zod';
import { BlockReasonField } from '../../../../src/contracts/fields.ts';
import type { DayOutcome } from '../../../../src/contracts/salon/several-days.ts';
import { dayOfWeek, isSalonDate, type SalonDate } from '../../../../src/salon/salon-time.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { newIdempotencyKey } from '../../../api.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { Callout } from '../../../ui/callout.tsx';
import { toastError, toastSuccess } from '../../../ui/toast/toast.tsx';
import type { AfterChange } from '../../bookings/after-change.ts';
import { refusedDays } from '../../data/command.ts';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { dayText } from '../../ui/instant-text.ts';
import { countText } from '../../ui/number-text.ts';
import { commandFailure } from '../../ui/toast-failure.ts';
import { RefusedDays } from '../affected/refused-days.tsx';
import type { Acknowledge } from '../affected/use-acknowledged.tsx';
import { Times, TimesFields, typedTimes } from '../hours/times-fields.tsx';
import { reasonText, shortRange, weekdayOf } from '../plan/calendar-text.ts';
import { REASONS, ReasonField } from './reason-field.tsx';
import { BLOCK_TIME } from './time-commands.ts';

const BlockedTime = z
  .object({
    date: z.string().refine(isSalonDate, 'Please choose a date.'),
    times: Times,
    reason: BlockReasonField,
    /** Empty for once. */
    until: z.string(),
  })
  .refine(({ date, until }) => until === '' || date <= until, {
    path: ['until'],
    error: 'This lies before the first date.',
  });

/** Blocks a part of a day, once or each week up to a date. What was typed stays if the server refuses it. */
export function BlockTimeDialog({
  time,
  acknowledge,
  onClose,
}: {
  /** The time that the form begins with. */
  time: Interval & { readonly date: SalonDate };
  acknowledge: Acknowledge;
  onClose: () => void;
}) {
  const { send } = useCommand(BLOCK_TIME);
  const { undoDaysButton } = useEventUndo();
  const today = useSalonToday();
  const { typed, field, errorOf, change, setError, ...form } = useAdminForm({
    values: { date: time.date, times: typedTimes(time), reason: REASONS[0] as string, until: '' },
    schema: BlockedTime,
    toRequest: (typed) => ({ ...typed, reason: reasonText(typed.reason) }),
    fields: { repeat_until: 'until' },
    send: save,
    onFailure: refused,
  });
  const [nonce] = useState(newIdempotencyKey);
  const [outcome, setOutcome] = useState<readonly DayOutcome[] | null>(null);

  async function save({ date, times: window, reason, until }: z.output<typeof BlockedTime>): Promise<void> {
    const when = `${dayText(date, today)}, ${shortRange(window)}`;
    const question = `Block ${until === '' ? when : `${weekdayOf(date)}s, ${shortRange(window)}`}?`;
    const wanted = { date, ...window, reason, repeatUntil: until || undefined };
    const isBlocked = (day: SalonDate) =>
      day === date || (date < day && day <= until && dayOfWeek(day) === dayOfWeek(date));
    const after: AfterChange = (day, windows) =>
      isBlocked(day) ? { windows, blocked: [window] } : undefined;
    const answer = await acknowledge({ question, verb: 'Block', after }, (acknowledged) =>
      send({ ...wanted, nonce, ...acknowledged }),
    );
    if (!answer) return;
    if (refusedDays(answer).length > 0) return setOutcome(answer.days ?? null);
    const on = answer.days ? `, and ${weekdayOf(date)}s until ${dayText(until, today)}` : '';
    toastSuccess(
      answer.days ? `Blocked on ${countText(answer.days.length, 'day')}` : 'Time blocked',
      `${reason} · ${when}${on}`,
      undoDaysButton(date, answer),
    );
    onClose();
  }

  function refused(error: unknown): void {
    setError('root', { message: commandFailure(error) });
    toastError('Failed to block the time');
  }

  const { date, times, reason } = typed;
  const window = Times.safeParse(times).data;
  const wrongTimes = errorOf('times');
  const problem = wrongTimes ?? errorOf('root');
  return (
    <FormDialog
      title="Block time"
      description={
        isSalonDate(date) && window
          ? `${dayText(date, today)} · ${shortRange(window)}. Nobody can book it.`
          : 'Nobody can book it.'
      }
      width="narrow"
      form={form}
      discard="Discard this blocked time?"
      save="Block time"
      saving="Blocking..."
      onClose={onClose}
    >
      <ReasonField reason={reason} error={errorOf('reason')} onChange={(reason) => change({ reason })} />
      <TimesFields times={times} isWrong={wrongTimes !== undefined} onChange={(times) => change({ times })} />
      <div
        className={`grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1 ${errorOf('date') || errorOf('until') ? 'items-start' : 'items-end'}`}
      >
        <AdminField label="Date" type="date" required min={today} {...field('date')} />
        <AdminField label="Repeat weekly until" type="date" min={date || today} {...field('until')} />
      </div>
      {problem && <Callout tone="error">{problem}</Callout>}
      {outcome && <RefusedDays days={outcome} busy={form.pending} onRetry={() => void form.submit()} />}
    </FormDialog>
  );
}
