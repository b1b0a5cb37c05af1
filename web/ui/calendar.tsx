import { format } from 'date-fns';
import { useState } from 'react';
import { DayPicker, type Matcher, useDayPicker, type WeekProps } from 'react-day-picker';

/** A calendar day, `yyyy-MM-dd`. */
type CalendarDate = string;

export type DayMark = 'open' | 'closed' | 'blocked' | 'full';

const MARK_WORDS: Record<DayMark, string> = {
  open: 'free times',
  closed: 'closed',
  blocked: 'not available',
  full: 'fully booked',
};

/** The picker needs local Dates. Only their year, month and day are used, so no time zone can shift a day. */
const toLocal = (date: CalendarDate) => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day);
};
const fromLocal = (day: Date): CalendarDate => format(day, 'yyyy-MM-dd');

const navClass =
  'flex size-11 items-center justify-center rounded-md hover:bg-sand aria-disabled:opacity-30 [&_svg]:size-5 [&_svg]:fill-ink';

/** A row of the month, unless all of its days are over: the calendar begins with this week. */
function Week({ week, ...row }: WeekProps) {
  const { today } = useDayPicker().dayPickerProps;
  const last = week.days.at(-1);
  return <tr {...row} hidden={today && last && last.date < today} />;
}
const WITHOUT_PAST_WEEKS = { Week };

/**
 * Selects one day from today to `last`. Blocked days are disabled; closed and full ones can be selected, and their
 * names say what they are. A selection can be changed but not cleared.
 */
export function Calendar({
  value,
  onChoose,
  today,
  last,
  marks,
  own,
}: {
  value: CalendarDate | null;
  onChoose: (date: CalendarDate) => void;
  today: CalendarDate;
  last: CalendarDate;
  /** Null while they are not known: then all days are muted, so that none looks free. */
  marks: ReadonlyMap<CalendarDate, DayMark> | null;
  /** The day of the visitor's own appointment, whose month is shown first. */
  own: CalendarDate | undefined;
}) {
  const marked =
    (mark: DayMark): Matcher =>
    (day) =>
      marks?.get(fromLocal(day)) === mark;
  // Another month is shown when another day is chosen, by whatever means, and when today was wrong as the visitor's clock was.
  const anchor = value ?? own ?? today;
  const [shown, setShown] = useState({ anchor, month: toLocal(anchor) });
  if (shown.anchor !== anchor) setShown({ anchor, month: toLocal(anchor) });
  return (
    <DayPicker
      mode="single"
      required
      selected={value ? toLocal(value) : undefined}
      onSelect={(day: Date) => onChoose(fromLocal(day))}
      today={toLocal(today)}
      month={shown.month}
      onMonthChange={(month) => setShown({ anchor, month })}
      startMonth={toLocal(today)}
      endMonth={toLocal(last)}
      components={WITHOUT_PAST_WEEKS}
      disabled={[{ before: toLocal(today) }, { after: toLocal(last) }, marked('blocked')]}
      modifiers={{
        open: marked('open'),
        closed: marked('closed'),
        full: marked('full'),
        unknown: marks === null,
        ...(own && { own: toLocal(own) }),
      }}
      labels={{
        // Speech control finds a button by its visible text, so the name must begin with the number.
        labelDayButton: (day, { selected }) => {
          const date = fromLocal(day);
          const mark = marks?.get(date);
          return [
            String(day.getDate()),
            format(day, 'EEEE, MMMM d'),
            mark && MARK_WORDS[mark],
            date === own && 'your appointment',
            selected && 'selected',
          ]
            .filter(Boolean)
            .join(', ');
        },
      }}
      classNames={{
        root: 'w-full',
        months: 'relative',
        month: 'space-y-3',
        month_caption: 'flex h-11 items-center font-display text-lg',
        nav: 'absolute top-0 right-0 flex',
        button_previous: navClass,
        button_next: navClass,
        month_grid: 'w-full table-fixed border-collapse',
        weekday: 'h-9 text-sm font-normal text-stone',
        day: 'py-0.5 text-center align-middle sm:px-0.5',
        day_button:
          'relative mx-auto flex h-11 w-full max-w-14 items-center justify-center rounded-md tabular-nums transition-colors hover:enabled:bg-sand disabled:text-stone/45',
      }}
      modifiersClassNames={{
        today: 'font-semibold [&>button]:underline [&>button]:underline-offset-4',
        open: '[&>button]:after:absolute [&>button]:after:bottom-1 [&>button]:after:size-1.5 [&>button]:after:rounded-full [&>button]:after:bg-brass',
        closed: 'text-stone',
        unknown: 'text-stone',
        full: 'text-stone [&>button]:line-through!',
        own: '[&>button]:border [&>button]:border-brass',
        selected:
          '[&>button]:bg-action! [&>button]:text-on-action! [&>button]:after:bg-gold! forced-colors:[&>button]:bg-[Highlight]! forced-colors:[&>button]:text-[HighlightText]! [&>button]:forced-color-adjust-none',
      }}
    />
  );
}
