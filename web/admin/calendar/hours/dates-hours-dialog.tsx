import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { type CalendarDay, hoursOf } from '../../../../src/contracts/bookings/calendar.ts';
import type { DayOutcome } from '../../../../src/contracts/salon/several-days.ts';
import { addSalonDays, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { type Interval, overlaps } from '../../../../src/salon/slots.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { Callout } from '../../../ui/callout.tsx';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';
import { toastError } from '../../../ui/toast/toast.tsx';
import { RefusedDays } from '../../bookings/affected/refused-days.tsx';
import type { Acknowledge } from '../../bookings/affected/use-acknowledged.tsx';
import { CALENDAR } from '../../bookings/queries.ts';
import { StylistField } from '../../bookings/stylists/stylist-field.tsx';
import { refusedDays } from '../../data/command.ts';
import { stylistName } from '../../data/stylist-name.ts';
import { useTeam } from '../../data/team.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { HoursRow } from '../../hours/hours-row.tsx';
import { Times, type TypedTimes, typedTimes } from '../../hours/times-fields.tsx';
import { AdminButton } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { dayText } from '../../ui/instant-text.ts';
import { FailedState } from '../../ui/states.tsx';
import { commandFailure } from '../../ui/toast-failure.ts';
import { spanTitle, weekOf } from '../plan/span.ts';
import { DAY } from './date-commands.ts';
import { hasOwnHours, ownHoursOf } from './hours.ts';
import { useSetHours } from './use-set-hours.ts';

const isSame = (a: readonly TypedTimes[], b: readonly TypedTimes[]) =>
  JSON.stringify(a) === JSON.stringify(b);

/** The typed hours, by date. */
type TypedDays = Readonly<Record<SalonDate, readonly TypedTimes[]>>;

/** The typed hours of a date, in order. One message tells what is wrong with them. */
const DayHours = z.unknown().transform((typed, { addIssue }): readonly Interval[] => {
  const { data: times, error } = z.array(Times).safeParse(typed);
  const windows = times?.sort((a, b) => a.start - b.start) ?? [];
  const overlaps = windows.some(({ start }, at) => start < (windows[at - 1]?.end ?? 0));
  if (!error && !overlaps) return windows;
  addIssue(error?.issues[0]?.message ?? 'These times overlap.');
  return z.NEVER;
});

/** Gives one date, or the dates of a week, hours of their own. Only what is changed is sent, so other days keep the weekly hours. */
export function DatesHoursDialog({
  date,
  isWeek,
  stylistId: whose,
  acknowledge,
  onClose,
}: {
  /** The date, or one of the week that is shown first. */
  date: SalonDate;
  isWeek: boolean;
  /** The stylist whose hours they are first; empty for the salon's. */
  stylistId: string;
  acknowledge: Acknowledge;
  onClose: () => void;
}) {
  const today = useSalonToday();
  const [first, setFirst] = useState(isWeek && date < today ? today : date);
  const [stylistId, setStylistId] = useState(whose);
  const stylist = useTeam().stylists.find(({ id }) => id === stylistId);
  const dates = isWeek ? weekOf(first).filter((one) => one >= today) : [first];
  const range = { from: dates[0] ?? first, to: dates.at(-1) ?? first };
  const { data: calendar, error, reload } = useAdminQuery(CALENDAR, range);
  const version = useAdminQuery(DAY, isWeek ? null : { date: first }).data?.version;
  const [outcome, setOutcome] = useState<readonly DayOutcome[] | null>(null);
  const set = useSetHours(acknowledge);
  const { typed, errorOf, change, setError, clearErrors, ...form } = useAdminForm({
    values: {} as TypedDays,
    schema: z.record(z.string(), DayHours),
    toRequest: changedDays,
    send: save,
    onFailure: refused,
  });
  const [wrongDate] = calendar?.days.map((day) => day.date).filter(errorOf) ?? [];
  const problem = wrongDate ? `${dayText(wrongDate, today)}: ${errorOf(wrongDate)}` : errorOf('root');

  /** The present hours of a day, as they are typed. */
  const present = (day: CalendarDay): readonly TypedTimes[] => hoursOf(day, stylist?.id).map(typedTimes);

  const noteOf = (day: CalendarDay): string | undefined =>
    day.blocked ? 'blocked' : hasOwnHours(day, stylist?.id) ? 'hours of its own' : undefined;

  function changeDay(on: SalonDate, times: readonly TypedTimes[]) {
    clearErrors();
    setOutcome(null);
    change({ [on]: times });
  }

  function changedDays(typed: TypedDays): TypedDays {
    const changed = calendar?.days.flatMap((day) => {
      const times = typed[day.date];
      // After some days were refused, the same is sent again, also for those that are done.
      return times && (outcome || !isSame(times, present(day))) ? [[day.date, times] as const] : [];
    });
    return Object.fromEntries(changed ?? []);
  }

  async function save(changed: Readonly<Record<SalonDate, readonly Interval[]>>): Promise<void> {
    const days = calendar?.days.flatMap((day) => {
      const windows = changed[day.date];
      if (!windows) return [];
      const isFree = (one: Interval) => !windows.some((window) => overlaps(window, one));
      const off = hasOwnHours(day, undefined) ? ownHoursOf(day).off.filter(isFree) : [];
      return { date: day.date, windows, ...(!stylist && { off }) };
    });
    if (!days || days.length === 0) return setError('root', { message: 'Nothing is different yet.' });
    const answer = await set(days, version, undefined, stylist);
    if (!answer) return;
    if (refusedDays(answer).length === 0) onClose();
    else setOutcome(answer.days ?? null);
  }

  function refused(error: unknown): void {
    setError('root', { message: commandFailure(error) });
    toastError('Failed to set the hours');
  }

  /** Only what is shown is saved. Says so, and whether it stays for that. */
  function staysUnsaved(what: string): boolean {
    if (Object.keys(changedDays(typed)).length === 0) return false;
    setError('root', { message: `Save the hours of ${what} first.` });
    return true;
  }

  function turn(by: 1 | -1) {
    if (staysUnsaved('this week')) return;
    setFirst(addSalonDays(weekOf(first)[0] ?? first, 7 * by));
  }
  return (
    <FormDialog
      title={isWeek ? 'Hours for a week' : `Hours on ${dayText(first, today)}`}
      description={`Only ${isWeek ? 'in this week' : 'on this date'}. The weekly hours stay as they are.`}
      form={form}
      formClass="space-y-3"
      discard="Discard these hours?"
      save="Save hours"
      isWaiting={!calendar || (!isWeek && version === undefined)}
      onClose={onClose}
    >
      <StylistField
        label="Hours of"
        value={stylistId}
        onChange={({ target }) => {
          if (staysUnsaved(stylist ? stylistName(stylist) : 'the salon')) return;
          form.reset();
          setStylistId(target.value);
        }}
      >
        <option value="">The salon</option>
      </StylistField>
      {isWeek && (
        <div className="flex items-center justify-between gap-2">
          <AdminButton
            aria-label="Week before"
            aria-disabled={dates.includes(today)}
            className="px-2 aria-disabled:opacity-40"
            onClick={() => !dates.includes(today) && turn(-1)}
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
          </AdminButton>
          <p aria-live="polite" className="font-medium tabular-nums">
            {spanTitle({ view: 'week', date: first })}
          </p>
          <AdminButton aria-label="Week after" className="px-2" onClick={() => turn(1)}>
            <ChevronRight aria-hidden="true" className="size-4" />
          </AdminButton>
        </div>
      )}
      {calendar ? (
        <ul className="divide-y divide-line">
          {calendar.days.map((day) => (
            <HoursRow
              key={day.date}
              name={dayText(day.date, today)}
              note={noteOf(day)}
              open={stylist && 'Works'}
              times={typed[day.date] ?? present(day)}
              usual={[...present(day), ...calendar.days.flatMap(present)].slice(0, 1)}
              isWrong={errorOf(day.date) !== undefined}
              onChange={(times) => changeDay(day.date, times)}
            />
          ))}
        </ul>
      ) : error ? (
        <FailedState what="Failed to load calendar data" error={error} onRetry={reload} />
      ) : (
        <Skeleton className="h-80" />
      )}
      {problem && <Callout tone="error">{problem}</Callout>}
      {outcome && <RefusedDays days={outcome} busy={form.pending} onRetry={() => void form.submit()} />}
    </FormDialog>
  );
}
