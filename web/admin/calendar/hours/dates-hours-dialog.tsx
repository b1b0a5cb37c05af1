import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type CalendarDay, openHours } from '../../../../src/contracts/bookings/calendar.ts';
import type { DayOutcome } from '../../../../src/contracts/salon/several-days.ts';
import { addSalonDays, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { type Interval, overlaps } from '../../../../src/salon/slots.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toastError } from '../../../ui/toast/toast.tsx';
import { CALENDAR } from '../../bookings/queries.ts';
import { refusedDays } from '../../data/command.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useDiscardQuestion } from '../../ui/dialog/use-discard-question.tsx';
import { showErrors } from '../../ui/form/show-errors.ts';
import { dayText } from '../../ui/moment-text.ts';
import { FailedState } from '../../ui/states.tsx';
import { commandFailure } from '../../ui/toast-failure.ts';
import { RefusedDays } from '../affected/refused-days.tsx';
import type { Acknowledge } from '../affected/use-acknowledged.tsx';
import { spanTitle, weekOf } from '../plan/span.ts';
import { DAY, type HoursOfDay } from './date-commands.ts';
import { DateHours } from './date-hours.tsx';
import { ownHoursOf } from './hours.ts';
import { readTimes, type TypedTimes, typedTimes } from './times-fields.tsx';
import { useSetHours } from './use-set-hours.ts';

/** The present hours of a day, as they are typed. */
const present = (day: CalendarDay): readonly TypedTimes[] => openHours(day).map(typedTimes);

const isSame = (a: readonly TypedTimes[], b: readonly TypedTimes[]) =>
  JSON.stringify(a) === JSON.stringify(b);

/** Reads the typed hours of a date, or finds the problem with them. */
function readDay(date: SalonDate, typed: readonly TypedTimes[]): HoursOfDay | string {
  const read = typed.map(readTimes);
  const problem = read.find((times) => typeof times === 'string');
  if (problem !== undefined) return problem;
  const windows = read.filter((times) => typeof times !== 'string').sort((a, b) => a.start - b.start);
  const overlaps = windows.some(({ start }, at) => start < (windows[at - 1]?.end ?? 0));
  return overlaps ? 'These times overlap.' : { date, windows };
}

/** Gives one date, or the dates of a week, hours of their own. Only what is changed is sent, so other days keep the weekly hours. */
export function DatesHoursDialog({
  date,
  isWeek,
  acknowledge,
  onClose,
}: {
  /** The date, or one of the week that is shown first. */
  date: SalonDate;
  isWeek: boolean;
  acknowledge: Acknowledge;
  onClose: () => void;
}) {
  const today = useSalonToday();
  const [first, setFirst] = useState(isWeek && date < today ? today : date);
  const dates = isWeek ? weekOf(first).filter((one) => one >= today) : [first];
  const range = { from: dates[0] ?? first, to: dates.at(-1) ?? first };
  const { data: calendar, error, reload } = useAdminQuery(CALENDAR, range);
  const version = useAdminQuery(DAY, isWeek ? null : first).data?.version;
  const [typed, setTyped] = useState<Readonly<Record<SalonDate, readonly TypedTimes[]>>>({});
  const [problem, setProblem] = useState<{ date: SalonDate | null; text: string } | null>(null);
  const [outcome, setOutcome] = useState<readonly DayOutcome[] | null>(null);
  const { set, busy } = useSetHours(acknowledge);
  const { leave, question } = useDiscardQuestion({
    title: 'Discard these hours?',
    isTouched: Object.keys(typed).length > 0,
    onClose,
  });
  const isWaiting = busy || !calendar || (!isWeek && version === undefined);

  function change(on: SalonDate, times: readonly TypedTimes[]) {
    setTyped((now) => ({ ...now, [on]: times }));
    setProblem(null);
    setOutcome(null);
  }

  async function save(form: HTMLElement) {
    if (isWaiting) return;
    const refuse = (on: SalonDate | null, text: string) =>
      showErrors(form, () => setProblem({ date: on, text }));
    const days: HoursOfDay[] = [];
    for (const day of calendar.days) {
      const times = typed[day.date];
      // After some days were refused, the same is sent again, also for those that are done.
      if (!times || (outcome === null && isSame(times, present(day)))) continue;
      const read = readDay(day.date, times);
      if (typeof read === 'string') return refuse(day.date, `${dayText(day.date, today)}: ${read}`);
      const isFree = (one: Interval) => !read.windows.some((window) => overlaps(window, one));
      days.push({ ...read, off: day.hours_from === 'date' ? ownHoursOf(day).off.filter(isFree) : [] });
    }
    if (days.length === 0) return refuse(null, 'Nothing is different yet.');
    setProblem(null);
    try {
      const answer = await set(days, version);
      if (!answer) return;
      if (refusedDays(answer).length === 0) onClose();
      else setOutcome(answer.days ?? null);
    } catch (failure) {
      refuse(null, commandFailure(failure));
      toastError('Failed to set the hours');
    }
  }

  const turn = (by: 1 | -1) => setFirst(addSalonDays(weekOf(first)[0] ?? first, 7 * by));
  return (
    <Dialog
      title={isWeek ? 'Hours for a week' : `Hours on ${dayText(first, today)}`}
      description={`Only ${isWeek ? 'in this week' : 'on this date'}. The weekly hours stay as they are.`}
      onClose={leave}
      footer={
        <>
          <AdminButton onClick={leave}>Cancel</AdminButton>
          <AdminButton look="primary" type="submit" form="dates-hours" busy={isWaiting}>
            Save hours
          </AdminButton>
        </>
      }
    >
      <form
        id="dates-hours"
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          void save(event.currentTarget);
        }}
        className="space-y-3"
      >
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
              <DateHours
                key={day.date}
                day={day}
                times={typed[day.date] ?? present(day)}
                usual={present(day)[0] ?? calendar.days.flatMap(present)[0]}
                isWrong={problem?.date === day.date}
                onChange={(times) => change(day.date, times)}
              />
            ))}
          </ul>
        ) : error ? (
          <FailedState what="Failed to load calendar data" error={error} onRetry={reload} />
        ) : (
          <Skeleton className="h-80" />
        )}
        {problem && <Notice tone="error">{problem.text}</Notice>}
        {outcome && (
          <RefusedDays
            days={outcome}
            busy={busy}
            onRetry={() => {
              const form = document.getElementById('dates-hours');
              if (form) void save(form);
            }}
          />
        )}
      </form>
      {question}
    </Dialog>
  );
}
