import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { PageContent } from '../../../src/contracts/salon/pages.ts';
import { specialty } from '../../pictures/specialty.ts';
import { Picture } from '../../ui/picture.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { textLinkClass } from '../../ui/text-link.ts';

/** The salon's specialties, with pictures. */
export function Specialties({ specialties }: { specialties: PageContent['home']['specialties'] }) {
  const { heading, text, link, items } = specialties;
  return (
    <section aria-labelledby="specialties" className="bg-sand py-20 md:py-28">
      <div className="frame">
        <div className="mb-12 flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
          <SectionHeading id="specialties" heading={heading} text={text} />
          <Link to="/services" className={textLinkClass}>
            {link}
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        </div>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 md:grid-cols-4">
          {items.map(({ id, title, picture, alt }) => (
            <li key={id}>
              <Picture
                of={specialty[picture]}
                alt={alt}
                sizes="(min-width: 76rem) 17rem, (min-width: 48rem) 22vw, 45vw"
                className="aspect-3/4 w-full rounded-md object-cover"
              />
              <p className="mt-4 font-display text-lg leading-6">{title}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
