import { type FormEvent, useRef, useState } from 'react';
import type { DayOutcome } from '../../../../src/contracts/salon/several-days.ts';
import { dayOfWeek, isSalonDate, type SalonDate } from '../../../../src/salon/salon-time.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { newIdempotencyKey } from '../../../api.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toastError, toastSuccess } from '../../../ui/toast/toast.tsx';
import type { AfterChange } from '../../bookings/after-change.ts';
import { refusedDays } from '../../data/command.ts';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useDiscardQuestion } from '../../ui/dialog/use-discard-question.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { showErrors } from '../../ui/form/show-errors.ts';
import { dayText } from '../../ui/moment-text.ts';
import { countText } from '../../ui/number-text.ts';
import { commandFailure } from '../../ui/toast-failure.ts';
import { RefusedDays } from '../affected/refused-days.tsx';
import type { Acknowledge } from '../affected/use-acknowledged.tsx';
import { readTimes, TimesFields, typedTimes } from '../hours/times-fields.tsx';
import { reasonText, shortRange, weekdayOf } from '../plan/calendar-text.ts';
import { REASONS, ReasonField } from './reason-field.tsx';
import { BLOCK_TIME } from './time-commands.ts';

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
  const { send, busy } = useCommand(BLOCK_TIME);
  const { undoDaysButton } = useEventUndo();
  const today = useSalonToday();
  const form = useRef<HTMLFormElement>(null);
  const [date, setDate] = useState(time.date);
  const [initial] = useState(typedTimes(time));
  const [times, setTimes] = useState(initial);
  const [reason, setReason] = useState<string>(REASONS[0]);
  const [until, setUntil] = useState('');
  const [attempt] = useState(newIdempotencyKey);
  const [problem, setProblem] = useState<{ of: 'date' | 'times' | 'until' | null; text: string } | null>(
    null,
  );
  const [outcome, setOutcome] = useState<readonly DayOutcome[] | null>(null);
  const window = readTimes(times);
  const { leave, question } = useDiscardQuestion({
    title: 'Discard this blocked time?',
    isTouched: date !== time.date || times !== initial || reason !== REASONS[0] || until !== '',
    onClose,
  });

  async function save() {
    if (busy) return;
    const refuse = (of: NonNullable<typeof problem>['of'], text: string) =>
      showErrors(form.current, () => setProblem({ of, text }));
    if (!isSalonDate(date)) return refuse('date', 'Please choose a date.');
    if (typeof window === 'string') return refuse('times', window);
    if (until !== '' && until < date) return refuse('until', 'This lies before the first date.');
    setProblem(null);
    try {
      const when = `${dayText(date, today)}, ${shortRange(window)}`;
      const question = `Block ${until === '' ? when : `${weekdayOf(date)}s, ${shortRange(window)}`}?`;
      const wanted = { date, ...window, reason: reasonText(reason), repeatUntil: until || undefined };
      const isBlocked = (day: SalonDate) =>
        day === date || (date < day && day <= until && dayOfWeek(day) === dayOfWeek(date));
      const after: AfterChange = (day, windows) =>
        isBlocked(day) ? { windows, blocked: [window] } : undefined;
      const answer = await acknowledge({ question, verb: 'Block', after }, (acknowledged) =>
        send({ ...wanted, attempt, ...acknowledged }),
      );
      if (!answer) return;
      if (refusedDays(answer).length > 0) return setOutcome(answer.days ?? null);
      const on = answer.days ? `, and ${weekdayOf(date)}s until ${dayText(until, today)}` : '';
      toastSuccess(
        answer.days ? `Blocked on ${countText(answer.days.length, 'day')}` : 'Time blocked',
        `${wanted.reason} · ${when}${on}`,
        undoDaysButton(date, answer),
      );
      onClose();
    } catch (failure) {
      refuse(null, commandFailure(failure));
      toastError('Failed to block the time');
    }
  }

  const errorOf = (of: 'date' | 'until') => (problem?.of === of ? problem.text : undefined);
  return (
    <Dialog
      title="Block time"
      description={
        isSalonDate(date) && typeof window !== 'string'
          ? `${dayText(date, today)} · ${shortRange(window)}. Nobody can book it.`
          : 'Nobody can book it.'
      }
      width="narrow"
      onClose={leave}
      footer={
        <>
          <AdminButton onClick={leave}>Cancel</AdminButton>
          <AdminButton look="primary" type="submit" form="block-time" busy={busy}>
            {busy ? 'Blocking...' : 'Block time'}
          </AdminButton>
        </>
      }
    >
      <form
        ref={form}
        id="block-time"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save();
        }}
        className="space-y-4"
      >
        <ReasonField reason={reason} onChange={setReason} />
        <TimesFields times={times} isWrong={problem?.of === 'times'} onChange={setTimes} />
        <div
          className={`grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1 ${problem ? 'items-start' : 'items-end'}`}
        >
          <AdminField
            label="Date"
            type="date"
            required
            min={today}
            value={date}
            error={errorOf('date')}
            onChange={({ target }) => setDate(target.value)}
          />
          <AdminField
            label="Repeat weekly until"
            type="date"
            min={date || today}
            value={until}
            error={errorOf('until')}
            onChange={({ target }) => setUntil(target.value)}
          />
        </div>
        {problem && problem.of !== 'date' && problem.of !== 'until' && (
          <Notice tone="error">{problem.text}</Notice>
        )}
        {outcome && <RefusedDays days={outcome} busy={busy} onRetry={() => void save()} />}
      </form>
      {question}
    </Dialog>
  );
}
