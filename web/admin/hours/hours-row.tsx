import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { MOST_WINDOWS } from '../../../src/salon/slots.ts';
import { AdminButton } from '../ui/button.tsx';
import { Choice } from '../ui/form/choice.tsx';
import { controlClass } from '../ui/form/field.tsx';
import { NO_TIMES, type TypedTimes } from './times-fields.tsx';

/** A day is opened with these if no other day has hours. */
const USUAL: readonly TypedTimes[] = [{ start: '09:00', end: '17:00' }];

/** The hours of one day, to be typed. */
export function HoursRow({
  name,
  note,
  times,
  usual,
  open = 'Open',
  isWrong,
  onChange,
  menu,
  children,
}: {
  /** Such as `Tuesday`. */
  name: string;
  note?: string | undefined;
  times: readonly TypedTimes[];
  /** A day without times gets these. */
  usual: readonly TypedTimes[];
  /** The word for a day with times. */
  open?: string | undefined;
  isWrong: boolean;
  onChange: (times: readonly TypedTimes[]) => void;
  menu?: ReactNode;
  /** Shown below the times. */
  children?: ReactNode;
}) {
  const put = (index: number, ...changed: TypedTimes[]) => onChange(times.toSpliced(index, 1, ...changed));
  const field = { type: 'time', required: true, step: 900, 'aria-invalid': isWrong } as const;
  // On a narrow phone both times and the button just fit.
  const fieldClass = `${controlClass} w-auto min-w-29 flex-1 px-2! max-[24rem]:min-w-24 max-[24rem]:px-1.5! max-[24rem]:[&::-webkit-calendar-picker-indicator]:hidden`;
  return (
    <li className="grid gap-x-4 py-2 sm:grid-cols-[14rem_1fr]">
      <div className="flex min-h-9 items-center gap-2 self-start tabular-nums pointer-coarse:min-h-11">
        <span className="font-medium">{name}</span>
        {note && <span className="text-xs text-stone">{note}</span>}
        <div className="ml-auto flex items-center gap-1">
          {menu}
          <Choice
            type="checkbox"
            aria-label={`${open} on ${name}`}
            checked={times.length > 0}
            onChange={({ target }) => onChange(target.checked ? (usual.length > 0 ? usual : USUAL) : [])}
          >
            {open}
          </Choice>
        </div>
      </div>
      <div className="space-y-2">
        {times.map((one, index) => {
          const number = times.length > 1 ? ` ${index + 1}` : '';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is typed belongs to its place in the list.
            <div key={index} className="flex flex-wrap items-center gap-1.5">
              <input
                {...field}
                aria-label={`Start${number} on ${name}`}
                value={one.start}
                onChange={({ target }) => put(index, { ...one, start: target.value })}
                className={fieldClass}
              />
              –
              <input
                {...field}
                aria-label={`End${number} on ${name}`}
                value={one.end}
                onChange={({ target }) => put(index, { ...one, end: target.value })}
                className={fieldClass}
              />
              {index === 0 ? (
                <AdminButton
                  look="quiet"
                  aria-label={`More times on ${name}`}
                  disabled={times.length === MOST_WINDOWS}
                  className="-mr-2 ml-auto px-2"
                  onClick={() => onChange([...times, NO_TIMES])}
                >
                  <Plus aria-hidden="true" className="size-4" />
                </AdminButton>
              ) : (
                <AdminButton
                  look="quiet"
                  aria-label={`Remove times${number} on ${name}`}
                  className="-mr-2 ml-auto px-2"
                  onClick={() => put(index)}
                >
                  <X aria-hidden="true" className="size-4" />
                </AdminButton>
              )}
            </div>
          );
        })}
        {children}
      </div>
    </li>
  );
}
