import { Link } from 'react-router-dom';
import type { Service } from '../../../src/contracts/services.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/heading.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useRemote } from '../../ui/use-remote.ts';
import { PageTitle } from '../shell/page-title.tsx';
import { byGroup, fetchServices } from './data.ts';

/** What the salon does, how long it takes and what it costs; each line leads to its booking. */
export function ServicesPage() {
  const services = useRemote('services', fetchServices);
  return (
    <div className="frame max-w-5xl pt-28 pb-20 lg:pt-36">
      <PageTitle>Services</PageTitle>
      <header className="mb-12 flex flex-wrap items-end justify-between gap-6">
        <div className="max-w-xl space-y-4">
          <PageHeading>Services</PageHeading>
          <p className="text-lg text-stone">
            Every head of hair is different, so most prices are agreed with you before we begin.
          </p>
        </div>
        <ButtonLink to="/book">Book Your Appointment</ButtonLink>
      </header>
      {services.status === 'loading' && <MenuSkeleton />}
      {services.status === 'failed' && (
        <LoadProblem onRetry={services.reload}>
          Our services couldn't be loaded. Please check your connection.
        </LoadProblem>
      )}
      {services.status === 'ready' && <Menu services={services.data} />}
    </div>
  );
}

function Menu({ services }: { services: readonly Service[] }) {
  return (
    <div className="grid animate-enter gap-x-16 gap-y-12 md:grid-cols-2">
      {byGroup(services).map(({ group, services: members }) => (
        <section key={group} aria-label={group}>
          <h2 className="mb-2 text-xl">{group}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {members.map(({ id, name, durationText, price }) => (
              <li key={id} className="flex items-center gap-4 py-3">
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{name}</p>
                  <p className="text-sm text-stone tabular-nums">{durationText}</p>
                </div>
                <p className="text-right font-display tabular-nums">{price}</p>
                <Link
                  to={`/book?${new URLSearchParams({ service: id })}`}
                  aria-label={`Book ${name}`}
                  className="-mr-2 flex min-h-11 items-center px-2 font-medium text-brass-deep underline underline-offset-4 hover:text-ink"
                >
                  Book
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function MenuSkeleton() {
  return (
    <div role="status" className="grid gap-x-16 gap-y-12 md:grid-cols-2">
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
