import type { PageContent } from '../../../src/contracts/salon/pages.ts';
import { place as pictures } from '../../pictures/place.ts';
import { Picture } from '../../ui/picture.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';

/** Pictures of the salon itself. */
export function PlaceSection({
  place: { heading, text, pictures: shown },
}: {
  place: NonNullable<PageContent['home']['place']>;
}) {
  return (
    <section aria-labelledby="place" className="frame pt-20 md:pt-28">
      <SectionHeading id="place" heading={heading} text={text} className="mb-8 md:mb-12" />
      {/* On a phone the first is large, and the others stand beside it. */}
      <ul className="grid grid-cols-[2fr_1fr] gap-3 sm:grid-cols-3 sm:gap-6">
        {shown.map(({ picture, alt }) => (
          <li key={picture} className="only:col-span-full max-sm:first:row-span-2">
            <Picture
              of={pictures[picture]}
              alt={alt}
              sizes="(min-width: 76rem) 23rem, (min-width: 40rem) 30vw, 60vw"
              className="size-full rounded-md object-cover sm:aspect-4/5"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
