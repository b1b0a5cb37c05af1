import { ChevronUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Service } from '../../../../src/contracts/salon/services.ts';
import type { PublicStylist } from '../../../../src/contracts/salon/stylists.ts';
import { formatDate } from '../../../../src/salon/date-text.ts';
import { PUBLIC_TOTAL_AMOUNT } from '../../../../src/salon/money.ts';
import { formatDuration } from '../../../../src/salon/salon-time.ts';
import { hasOnePrice, priceWords, totalDuration } from '../../../salon/service-groups.ts';
import { useWizard } from '../wizard/store.ts';
import { useSettling } from './settle-animation.ts';

/** The choices so far. In the first step, services can be removed here. */
export function Summary({
  title,
  chosen,
  withWhom,
  onRemove,
}: {
  title: string;
  chosen: readonly Service[];
  /** Left out where nobody can be chosen. */
  withWhom: string | undefined;
  onRemove?: (id: string) => void;
}) {
  const { date, time } = useWizard();
  const isSettled = chosen.length > 0 && chosen.every(hasOnePrice);
  return (
    <section aria-labelledby="summary" className="space-y-4">
      <h3 id="summary" className="text-lg">
        {title}
      </h3>
      {chosen.length === 0 ? (
        <p className="text-stone">
          Nothing chosen yet. Pick one service or several; we plan them in one visit.
        </p>
      ) : (
        <>
          <ul className="divide-y divide-line border-y border-line">
            {chosen.map((service) => (
              <li key={service.id} className="flex min-h-12 items-center gap-3 py-1">
                <span className="min-w-0 flex-1">{service.name}</span>
                <span className="text-right text-sm whitespace-nowrap text-stone tabular-nums">
                  {service.durationText}
                  <span className="block text-ink">{priceWords(service)}</span>
                </span>
                {onRemove && (
                  <button
                    type="button"
                    aria-label={`Remove ${service.name}`}
                    onClick={() => onRemove(service.id)}
                    className="-mr-3 flex size-11 items-center justify-center text-stone hover:text-ink"
                  >
                    <X aria-hidden="true" className="size-4" />
                  </button>
                )}
              </li>
            ))}
          </ul>
          <dl className="space-y-2">
            <Line term="Total Duration">{formatDuration(totalDuration(chosen))}</Line>
            {withWhom && <Line term="With">{withWhom}</Line>}
            {date && <Line term="Date">{formatDate(date)}</Line>}
            {time && (
              <Line term="Time">
                <ChosenTime time={time} />
              </Line>
            )}
          </dl>
        </>
      )}
      {!isSettled && <p className="text-sm text-stone">{PUBLIC_TOTAL_AMOUNT}</p>}
    </section>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-stone">{term}</dt>
      <dd className="text-right font-medium tabular-nums">{children}</dd>
    </div>
  );
}

function ChosenTime({ time }: { time: string }) {
  const settling = useSettling<HTMLSpanElement>(time);
  return (
    <span ref={settling} className="inline-block">
      {time}
    </span>
  );
}

/** `2 services`. */
export const countOf = ({ length }: readonly Service[]) =>
  length === 1 ? '1 service' : `${length} services`;

/** One line for the bar on narrow screens, which leads to the summary above. Wide screens show that beside it. */
export function ShortSummary({
  chosen,
  stylist,
}: {
  chosen: readonly Service[];
  stylist: PublicStylist | undefined;
}) {
  const { date, time } = useWizard();
  const settling = useSettling<HTMLSpanElement>(time);
  const show = () =>
    document.getElementById('summary')?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const who = stylist ? ` · with ${stylist.name}` : '';
  const what = `${countOf(chosen)} · ${formatDuration(totalDuration(chosen))}${who}`;
  const when = [date && formatDate(date), time].filter(Boolean).join(' · ');
  return (
    <button
      type="button"
      onClick={show}
      className="mb-1 flex min-h-9 w-full flex-wrap items-center justify-between gap-x-4 text-left text-sm text-stone tabular-nums short:mb-0 short:min-w-0 short:grow short:flex-col short:items-start lg:hidden"
    >
      <span className="flex items-center gap-1.5 underline decoration-line underline-offset-4">
        {what}
        <ChevronUp aria-hidden="true" className="size-4" />
        <span className="sr-only">, show the summary</span>
      </span>
      <span ref={settling} className="text-ink">
        {when}
      </span>
    </button>
  );
}
