import type { PageContent } from '../../../src/contracts/salon/pages.ts';
import { menuDollars } from '../../../src/salon/money.ts';
import { useServices } from '../../salon/use-salon-data.ts';
import { LoadError } from '../../ui/loading/load-error.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { BookLink } from './book-link.tsx';
import { type ListedGroup, type ListedService, menuAlone, serviceList } from './service-list.ts';

/** Everything with a price or a duration, one row each. All prices are starting prices. */
export function PriceList({ prices }: { prices: PageContent['services']['prices'] }) {
  const { heading, text, starts_at, groups } = prices;
  const services = useServices();
  const startsAt = starts_at.toLowerCase();
  return (
    <section aria-labelledby="prices" className="border-y border-line bg-white py-8 md:py-28">
      <div className="frame">
        <SectionHeading id="prices" heading={heading} text={text} className="mb-6 md:mb-12" />
        {services.status === 'loading' && <ListSkeleton />}
        {services.status === 'failed' && (
          <div className="space-y-10">
            <LoadError onRetry={services.reload}>
              Our services couldn’t be loaded. Please check your connection.
            </LoadError>
            <Groups groups={menuAlone(groups)} startsAt={startsAt} />
          </div>
        )}
        {services.status === 'ready' && (
          <Groups groups={serviceList(services.data, groups)} startsAt={startsAt} />
        )}
      </div>
    </section>
  );
}

function Groups({ groups, startsAt }: { groups: readonly ListedGroup[]; startsAt: string }) {
  return (
    <div className="-mb-6 gap-x-20 lg:columns-2">
      {groups.map(({ heading, rows }) => (
        <div key={heading} className="mb-6 break-inside-avoid">
          <h3 className="border-b border-ink/70 pb-1 text-lg md:pb-2 md:text-xl">{heading}</h3>
          <ul>
            {rows.map((row) => (
              <Row key={row.name} row={row} startsAt={startsAt} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Row({ row, startsAt }: { row: ListedService; startsAt: string }) {
  const { id, name, menuName, startsAtCents, price, addition, durationText } = row;
  const hasTwoLines = menuName !== undefined || addition !== undefined;
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 border-b border-line tabular-nums sm:gap-x-5 ${hasTwoLines ? 'py-0.5 sm:py-1.5' : 'sm:py-1'}`}
    >
      <p className="min-w-0 leading-snug">
        {name}
        {durationText && <span className="text-sm whitespace-nowrap text-stone"> {durationText}</span>}
        {menuName && <span className="block text-sm text-stone">{menuName}</span>}
      </p>
      <p className="text-right leading-snug">
        {startsAtCents === undefined ? price : <From cents={startsAtCents} startsAt={startsAt} />}
        {addition && (
          <span className="block text-sm text-stone">
            {addition.text} <From cents={addition.starts_at_cents} startsAt={startsAt} />
          </span>
        )}
      </p>
      <BookLink service={id} name={name} />
    </li>
  );
}

/** `starts at $45`. */
function From({ cents, startsAt }: { cents: number; startsAt: string }) {
  return (
    <span className="whitespace-nowrap">
      <span className="text-sm text-stone">{startsAt} </span>
      {menuDollars(cents)}
    </span>
  );
}

function ListSkeleton() {
  return (
    <div role="status" className="grid gap-x-20 gap-y-9 lg:grid-cols-2">
      <span className="sr-only">Loading services...</span>
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="space-y-3">
          <Skeleton className="h-7 w-32" />
          <Skeleton className="h-44" />
        </div>
      ))}
    </div>
  );
}
