import { weekLines } from './opening-week.ts';
import { useSalon } from './salon-context.ts';

/** The current weekly schedule. */
export function OpeningTimes({ className = '' }: { className?: string }) {
  const { opening_hours } = useSalon();
  return (
    <dl className={`space-y-2 ${className}`}>
      {weekLines(opening_hours).map(({ days, hours }) => (
        <div key={days} className="flex flex-wrap justify-between gap-x-6">
          <dt>{days}</dt>
          <dd className="tabular-nums">{hours}</dd>
        </div>
      ))}
    </dl>
  );
}
