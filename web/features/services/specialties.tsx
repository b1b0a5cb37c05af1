import type { PageContent } from '../../../src/contracts/salon/pages.ts';
import { offeredAs } from '../../../src/salon/menu.ts';
import { menuDollars } from '../../../src/salon/money.ts';
import { specialty } from '../../pictures/specialty.ts';
import { useServices } from '../../salon/use-salon-data.ts';
import { Picture } from '../../ui/picture.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { BookLink } from './book-link.tsx';

/** The salon's four specialties: cards, on a phone rows with the picture beside the words. */
export function Specialties({
  specialties,
  startsAt,
}: {
  specialties: PageContent['services']['specialties'];
  /** The words before a starting price, `starts at`. */
  startsAt: string;
}) {
  const { heading, text, items } = specialties;
  const services = useServices();
  const catalogue = services.status === 'ready' ? services.data : [];
  const offers = items.map((item) => {
    const offered = offeredAs(catalogue, { ...item, name: item.title });
    return {
      ...item,
      cents: offered?.starts_at_cents ?? item.starts_at_cents,
      service: offered?.id ?? item.service,
    };
  });
  return (
    <section aria-labelledby="specialties" className="frame py-8 md:py-28">
      <SectionHeading id="specialties" heading={heading} text={text} className="mb-6 md:mb-12" />
      <ul className="grid gap-x-6 gap-y-5 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-4">
        {offers.map(({ id, title, text: words, picture, alt, cents, service }) => (
          <li key={id} className="flex gap-4 sm:flex-col sm:gap-5">
            <Picture
              of={specialty[picture]}
              alt={alt}
              sizes="(min-width: 64rem) 17rem, (min-width: 40rem) 45vw, 5.5rem"
              className="aspect-4/5 w-full rounded-md object-cover max-sm:aspect-auto max-sm:w-22 max-sm:shrink-0"
            />
            <div className="flex min-w-0 flex-1 flex-col">
              <h3 className="text-lg leading-6 sm:text-xl lg:text-lg">{title}</h3>
              <p className="mt-1 flex-1 text-sm text-stone sm:mt-2 sm:text-base">{words}</p>
              <div className="flex items-center justify-between gap-4 border-line max-sm:-mb-2 sm:mt-4 sm:border-t sm:pt-1">
                <p className="text-sm text-stone">
                  {cents !== undefined && (
                    <>
                      {startsAt}{' '}
                      <span className="font-display text-lg text-ink tabular-nums">{menuDollars(cents)}</span>
                    </>
                  )}
                </p>
                <BookLink service={service} name={title} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
