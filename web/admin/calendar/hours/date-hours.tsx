import { Plus, X } from 'lucide-react';
import type { CalendarDay } from '../../../../src/contracts/bookings/calendar.ts';
import { MOST_WINDOWS } from '../../../../src/salon/slots.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { AdminButton } from '../../ui/button.tsx';
import { controlClass } from '../../ui/form/field.tsx';
import { dayText } from '../../ui/moment-text.ts';
import { NO_TIMES, type TypedTimes } from './times-fields.tsx';

/** Where nothing is known of when the salon is open. */
const USUAL: TypedTimes = { start: '09:00', end: '17:00' };

/** The hours of one date, to be typed. Without times the salon is closed. */
export function DateHours({
  day: { date, blocked, hours_from },
  times,
  usual = USUAL,
  isWrong,
  onChange,
}: {
  day: CalendarDay;
  times: readonly TypedTimes[];
  /** What a closed day is opened with. */
  usual: TypedTimes | undefined;
  isWrong: boolean;
  onChange: (times: readonly TypedTimes[]) => void;
}) {
  const name = dayText(date, useSalonToday());
  const note = blocked ? 'blocked' : hours_from === 'date' ? 'hours of its own' : '';
  return (
    <li>
      <fieldset className="grid gap-x-4 py-2 sm:grid-cols-[10rem_1fr]">
        <legend className="contents">
          <span className="flex min-h-9 flex-wrap items-center gap-x-2 tabular-nums pointer-coarse:min-h-11">
            <span className="font-medium">{name}</span>
            {note && <span className="text-xs text-stone">{note}</span>}
          </span>
        </legend>
        <div className="space-y-2">
          {times.length === 0 && (
            <p className="flex items-center justify-between gap-2 text-stone">
              Closed
              <AdminButton look="quiet" aria-label={`Open on ${name}`} onClick={() => onChange([usual])}>
                Open
              </AdminButton>
            </p>
          )}
          {times.map((one, index) => {
            const number = times.length > 1 ? ` ${index + 1}` : '';
            const put = (changed: TypedTimes[]) => onChange(times.toSpliced(index, 1, ...changed));
            const field = { type: 'time', required: true, step: 900, 'aria-invalid': isWrong } as const;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: what is typed belongs to its place in the list.
              <div key={index} className="flex items-center gap-1.5">
                <input
                  {...field}
                  aria-label={`Start${number} on ${name}`}
                  value={one.start}
                  onChange={({ target }) => put([{ ...one, start: target.value }])}
                  className={`${controlClass} min-w-0 px-2!`}
                />
                –
                <input
                  {...field}
                  aria-label={`End${number} on ${name}`}
                  value={one.end}
                  onChange={({ target }) => put([{ ...one, end: target.value }])}
                  className={`${controlClass} min-w-0 px-2!`}
                />
                {index === times.length - 1 && times.length < MOST_WINDOWS && (
                  <AdminButton
                    look="quiet"
                    aria-label={`More times on ${name}`}
                    className="px-2"
                    onClick={() => onChange([...times, NO_TIMES])}
                  >
                    <Plus aria-hidden="true" className="size-4" />
                  </AdminButton>
                )}
                <AdminButton
                  look="quiet"
                  aria-label={times.length > 1 ? `Remove times${number} on ${name}` : `Closed on ${name}`}
                  className="px-2"
                  onClick={() => put([])}
                >
                  <X aria-hidden="true" className="size-4" />
                </AdminButton>
              </div>
            );
          })}
        </div>
      </fieldset>
    </li>
  );
}
