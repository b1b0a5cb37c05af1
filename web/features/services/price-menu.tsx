import type { PageContent, PriceGroup, PriceLine } from '../../../src/contracts/pages.ts';
import { menuDollars } from '../../../src/salon/money.ts';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { BookLink } from './book-link.tsx';

/** The price menu. Every price is a starting price. */
export function PriceMenu({ prices }: { prices: PageContent['services']['prices'] }) {
  const { heading, text, starts_at, groups } = prices;
  return (
    <section aria-labelledby="prices" className="border-y border-line bg-white py-20 md:py-28">
      <div className="frame">
        <SectionHeading id="prices" heading={heading} text={text} className="mb-12" />
        <div className="-mb-12 gap-x-20 lg:columns-2">
          {groups.map((group) => (
            <Group key={group.heading} group={group} startsAt={starts_at} />
          ))}
        </div>
      </div>
    </section>
  );
}

function Group({ group: { heading, lines }, startsAt }: { group: PriceGroup; startsAt: string }) {
  return (
    <div className="mb-12 break-inside-avoid">
      <div className="flex items-baseline justify-between gap-4 border-b border-ink/70 pr-16 pb-2">
        <h3 className="text-xl">{heading}</h3>
        <p aria-hidden="true" className="text-sm whitespace-nowrap text-stone">
          {startsAt}
        </p>
      </div>
      <ul className="pt-2">
        {lines.map((line) => (
          <Line key={line.name} line={line} startsAt={startsAt.toLowerCase()} />
        ))}
      </ul>
    </div>
  );
}

function Line({ line, startsAt }: { line: PriceLine; startsAt: string }) {
  const { name, starts_at_cents, addition, service } = line;
  return (
    <li className="py-1 pr-16">
      <div className="relative">
        <Price name={name} startsAt={startsAt} cents={starts_at_cents} />
        {service && (
          <div className="absolute -right-16 -bottom-0.5">
            <BookLink service={service} name={name} />
          </div>
        )}
      </div>
      {addition && (
        <div className="text-stone">
          <Price name={addition.text} startsAt={startsAt} cents={addition.starts_at_cents} />
        </div>
      )}
    </li>
  );
}

/** The name, a dotted line, and the price. */
function Price({ name, startsAt, cents }: { name: string; startsAt: string; cents: number }) {
  return (
    <p className="flex min-h-10 items-baseline-last gap-3 py-1.5">
      <span>{name}</span>
      <span aria-hidden="true" className="min-w-4 flex-1 border-b border-dotted border-stone/50" />
      <span className="font-display text-lg tabular-nums">
        <span className="sr-only">{startsAt} </span>
        {menuDollars(cents)}
      </span>
    </p>
  );
}
