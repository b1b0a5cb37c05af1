import { useState } from 'react';
import { z } from 'zod';
import { BlockReasonField } from '../../../../src/contracts/fields.ts';
import type { AdminStylist } from '../../../../src/contracts/salon/admin-stylists.ts';
import type { DayOutcome } from '../../../../src/contracts/salon/several-days.ts';
import { dayOfWeek, isSalonDate, type SalonDate } from '../../../../src/salon/salon-time.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { newIdempotencyKey } from '../../../api.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { Callout } from '../../../ui/callout.tsx';
import { toastError, toastSuccess } from '../../../ui/toast/toast.tsx';
import { RefusedDays } from '../../bookings/affected/refused-days.tsx';
import type { Acknowledge } from '../../bookings/affected/use-acknowledged.tsx';
import { ofStylist } from '../../bookings/after-change.ts';
import type { Resource } from '../../bookings/stylists/resources.ts';
import { StylistField } from '../../bookings/stylists/stylist-field.tsx';
import { refusedDays } from '../../data/command.ts';
import { useOwnStylist } from '../../data/role.ts';
import { forWhom, stylistName } from '../../data/stylist-name.ts';
import { useTeam } from '../../data/team.ts';
import { useCommand } from '../../data/use-command.ts';
import { useEventUndo } from '../../history/use-event-undo.ts';
import { Times, typedTimes } from '../../hours/times-fields.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { dayText } from '../../ui/instant-text.ts';
import { countText } from '../../ui/number-text.ts';
import { blockRange } from '../../ui/time-range.ts';
import { commandFailure } from '../../ui/toast-failure.ts';
import { reasonText, weekdayOf } from '../plan/calendar-text.ts';
import { datesOf, repetitionOf } from './block-days.ts';
import { BlockDaysFields } from './block-days-fields.tsx';
import { BlockTimes } from './block-times.tsx';
import { REASONS, ReasonField } from './reason-field.tsx';
import { BLOCK_TIME } from './time-commands.ts';

const BlockedTime = z
  .object({
    date: z.string().refine(isSalonDate, { error: 'Please choose a date.', abort: true }),
    times: Times,
    reason: BlockReasonField,
    stylistId: z.string(),
    weekdays: z.array(z.int()),
    isWeekly: z.boolean(),
    until: z.string(),
  })
  .refine(({ isWeekly, until }) => !isWeekly || isSalonDate(until), {
    path: ['until'],
    error: 'Please choose a date.',
    abort: true,
  })
  .refine((typed) => datesOf(typed).length > 0, {
    path: ['until'],
    error: 'This lies before the first date.',
  });

/** Without a reason, it is `Blocked`. */
const requestOf = <Typed extends { readonly reason: string }>(typed: Typed): Typed => ({
  ...typed,
  reason: reasonText(typed.reason),
});

/** `Tue, Wed, Fri`, or `Tuesdays` for one. */
function weekdayWords(dates: readonly SalonDate[]): string {
  const days = [...new Set(dates.map(weekdayOf))];
  return days.length === 1 ? `${days}s` : days.map((day) => day.slice(0, 3)).join(', ');
}

/** `Thu, Dec 3`, or `5 days, Tue, Dec 1 – Sat, Dec 5`. */
function daysText(dates: readonly SalonDate[], today: SalonDate): string {
  const [first = '', last = ''] = [dates[0], dates.at(-1)].map((date) => date && dayText(date, today));
  return dates.length > 1 ? `${countText(dates.length, 'day')}, ${first} – ${last}` : first;
}

const NOBODY = 'Nobody can book it.';

/** The title, with the stylist where the time isn’t everybody’s. */
const titleOf = (stylist: AdminStylist | undefined) =>
  stylist ? `Block time of ${stylistName(stylist)}` : 'Block time';

/** It stays on one line. */
const rangeOf = (times: Interval) => blockRange(times).replaceAll(' ', '\u00a0');

export interface TimeOnDate extends Interval {
  readonly date: SalonDate;
  /** Undefined for everybody. */
  readonly stylist?: Pick<Resource, 'id'> | undefined;
}

/** Blocks a part of a day, once or on several days. The typed values stay if the server refuses them. */
export function BlockTimeDialog({
  time,
  acknowledge,
  onClose,
}: {
  /** The time that the form begins with. */
  time: TimeOnDate;
  acknowledge: Acknowledge;
  onClose: () => void;
}) {
  const { send } = useCommand(BLOCK_TIME);
  const { undoDaysButton } = useEventUndo();
  const today = useSalonToday();
  const { stylists } = useTeam();
  const isOwn = useOwnStylist() !== undefined;
  const { typed, errorOf, change, setError, ...form } = useAdminForm({
    values: {
      date: time.date,
      times: typedTimes(time),
      reason: REASONS[0] as string,
      /** Empty for everybody. */
      stylistId: time.stylist?.id ?? '',
      weekdays: [dayOfWeek(time.date)] as readonly number[],
      isWeekly: false,
      until: '',
    },
    schema: BlockedTime,
    toRequest: requestOf,
    fields: { repeat_until: 'until', weekdays: 'until' },
    send: save,
    onFailure: refused,
  });
  const [nonce] = useState(newIdempotencyKey);
  const [outcome, setOutcome] = useState<readonly DayOutcome[] | null>(null);

  async function save({
    times: window,
    reason,
    stylistId,
    ...days
  }: z.output<typeof BlockedTime>): Promise<void> {
    const { date } = days;
    const dates = datesOf(days);
    const [last = date] = dates.slice(-1);
    const repetition = repetitionOf(days);
    const isOne = repetition.repeatUntil === undefined;
    const range = blockRange(window);
    const whose = stylistId || undefined;
    const when = isOne ? `${dayText(date, today)}, ${range}` : `${weekdayWords(dates)}, ${range}`;
    const after = ofStylist(whose, (day, windows) =>
      dates.includes(day) ? { windows, blocked: [window] } : undefined,
    );
    const question = `Block ${when}${forWhom(stylist)}?`;
    const answer = await acknowledge({ question, verb: 'Block', stylist, after }, (acknowledged) =>
      send({ date, ...window, reason, ...repetition, stylistId: whose, nonce, ...acknowledged }),
    );
    if (!answer) return;
    if (refusedDays(answer).length > 0) return setOutcome(answer.days ?? null);
    toastSuccess(
      answer.days ? `Blocked on ${countText(answer.days.length, 'day')}` : 'Time blocked',
      `${[stylist && stylistName(stylist), reason].filter(Boolean).join(', ')} · ${when}${isOne ? '' : `, until ${dayText(last, today)}`}`,
      undoDaysButton(date, answer),
    );
    onClose();
  }

  function refused(error: unknown): void {
    setError('root', { message: commandFailure(error) });
    toastError('Failed to block the time');
  }

  const { times, reason, stylistId, ...days } = typed;
  const stylist = stylists.find(({ id }) => id === stylistId);
  const parsed = BlockedTime.safeParse(requestOf(typed)).data;
  const dates = parsed ? datesOf(parsed) : [];
  const wrongTimes = errorOf('times');
  const problem = wrongTimes ?? errorOf('root');
  return (
    <FormDialog
      title={titleOf(stylist)}
      description={parsed ? `${daysText(dates, today)} · ${rangeOf(parsed.times)}. ${NOBODY}` : NOBODY}
      width="narrow"
      form={form}
      discard="Discard this blocked time?"
      save="Block time"
      saving="Blocking..."
      onClose={onClose}
    >
      <ReasonField reason={reason} error={errorOf('reason')} onChange={(reason) => change({ reason })} />
      {!isOwn && (
        <StylistField
          label="For"
          value={stylistId}
          onChange={({ target }) => change({ stylistId: target.value })}
        >
          <option value="">Everybody</option>
        </StylistField>
      )}
      <BlockTimes
        times={times}
        usual={typedTimes(time)}
        isOfOne={stylistId !== ''}
        isWrong={wrongTimes !== undefined}
        onChange={(times) => change({ times })}
      />
      <BlockDaysFields days={days} errorOf={errorOf} onChange={change} />
      {problem && <Callout tone="error">{problem}</Callout>}
      {outcome && <RefusedDays days={outcome} busy={form.pending} onRetry={() => void form.submit()} />}
    </FormDialog>
  );
}
