import type { Section } from '../../../src/contracts/pages.ts';
import type { Service } from '../../../src/contracts/services.ts';
import { byGroup } from '../../salon/service-groups.ts';
import { useServices } from '../../salon/use-salon-data.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BookLink } from './book-link.tsx';

/** The services that can be booked online, with their durations. */
export function Catalogue({ catalogue: { heading, text } }: { catalogue: Section }) {
  const services = useServices();
  return (
    <section aria-labelledby="catalogue" className="bg-sand py-20 md:py-28">
      <div className="frame">
        <SectionHeading id="catalogue" heading={heading} text={text} className="mb-12" />
        {services.status === 'loading' && <CatalogueSkeleton />}
        {services.status === 'failed' && (
          <LoadError onRetry={services.reload}>
            Our services couldn’t be loaded. Please check your connection.
          </LoadError>
        )}
        {services.status === 'ready' && <Groups services={services.data} />}
      </div>
    </section>
  );
}

function Groups({ services }: { services: readonly Service[] }) {
  return (
    <div className="-mb-10 gap-x-20 md:columns-2">
      {byGroup(services).map(({ group, services: members }) => (
        <div key={group} className="mb-10 break-inside-avoid">
          <h3 className="border-b border-ink/70 pb-2 text-xl">{group}</h3>
          <ul>
            {members.map(({ id, name, durationText, price }) => (
              <li key={id} className="flex items-center gap-4 border-b border-stone/25 py-2">
                <p className="min-w-0 flex-1">
                  {name}
                  <span className="block text-sm text-stone">{price}</span>
                </p>
                <p className="text-stone tabular-nums">{durationText}</p>
                <BookLink service={id} name={name} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function CatalogueSkeleton() {
  return (
    <div role="status" className="grid gap-x-20 gap-y-10 md:grid-cols-2">
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
