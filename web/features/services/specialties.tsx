import type { PageContent } from '../../../src/contracts/pages.ts';
import { menuDollars } from '../../../src/salon/money.ts';
import { specialty } from '../../pictures/specialty.ts';
import { Picture } from '../../ui/picture.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';

/** The salon's four specialties. */
export function Specialties({
  specialties,
  startsAt,
}: {
  specialties: PageContent['services']['specialties'];
  /** The words before a starting price, `starts at`. */
  startsAt: string;
}) {
  const { heading, text, items } = specialties;
  return (
    <section aria-labelledby="specialties" className="frame py-20 md:py-28">
      <SectionHeading id="specialties" heading={heading} text={text} className="mb-12" />
      <ul className="grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-4">
        {items.map(({ id, title, text: words, picture, alt, starts_at_cents }) => (
          <li key={id} className="flex flex-col">
            <Picture
              of={specialty[picture]}
              alt={alt}
              sizes="(min-width: 64rem) 17rem, (min-width: 40rem) 45vw, 92vw"
              className="aspect-4/5 w-full rounded-md object-cover max-sm:aspect-3/2"
            />
            <h3 className="mt-5 text-xl lg:text-lg">{title}</h3>
            <p className="mt-2 flex-1 text-stone">{words}</p>
            {starts_at_cents !== undefined && (
              <p className="mt-4 border-t border-line pt-3 text-sm text-stone">
                {startsAt}{' '}
                <span className="font-display text-lg text-ink tabular-nums">
                  {menuDollars(starts_at_cents)}
                </span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
