import type { Interval } from '../../../../src/salon/slots.ts';
import { formatTime, type Minutes } from '../../../../src/salon/time-text.ts';
import { pixels } from './grid-style.ts';

/** The axis of hours. The current time replaces an hour that it would cover, but not in print. */
export function TimeAxis({ shown, now }: { shown: Interval; now: Minutes | null }) {
  const hours = Array.from(
    { length: (shown.end - shown.start) / 60 - 1 },
    (_, at) => shown.start + (at + 1) * 60,
  );
  const isNowShown = now !== null && now >= shown.start && now <= shown.end;
  return (
    <div
      aria-hidden="true"
      className="sticky left-0 z-20 w-16 shrink-0 bg-panel text-right text-[0.8125rem] leading-4 text-stone tabular-nums"
      style={{ height: pixels(shown.end - shown.start) }}
    >
      {hours.map((hour) => (
        <span
          key={hour}
          className={`absolute right-2 -translate-y-1/2 whitespace-nowrap ${isNowShown && Math.abs(hour - now) < 14 ? 'hidden print:inline' : ''}`}
          style={{ top: pixels(hour - shown.start) }}
        >
          {formatTime(hour).replace(':00', '')}
        </span>
      ))}
      {isNowShown && (
        <span
          className="absolute right-1.5 -translate-y-1/2 font-semibold whitespace-nowrap text-brass-deep print:hidden"
          style={{ top: pixels(now - shown.start) }}
        >
          {formatTime(now)}
        </span>
      )}
    </div>
  );
}
