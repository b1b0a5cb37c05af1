import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { PageContent } from '../../../src/contracts/salon/pages.ts';
import { ownPair, useSalon } from '../../salon/salon-context.ts';
import { Transformation } from '../../salon/transformation.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { textLinkClass } from '../../ui/text-link.ts';

/** One transformation to compare, with words if the pictures are the drawn ones that they are about, and the link to the gallery. */
export function WorkSection({
  gallery: { heading, text, link, item },
}: {
  gallery: PageContent['home']['gallery'];
}) {
  const isOwn = ownPair(useSalon().pictures, item.pair) !== undefined;
  return (
    <section aria-labelledby="work" className="on-dark bg-plum py-20 text-white md:py-28">
      <div className="frame grid items-center gap-x-16 gap-y-10 md:grid-cols-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <Transformation item={item} sizes="(min-width: 64rem) 32rem, (min-width: 48rem) 45vw, 92vw" />
        <div className="space-y-8">
          <SectionHeading id="work" heading={heading} text={text} className="[&_p]:text-white/80" />
          {!isOwn && (
            <div className="border-l border-gold/60 pl-5">
              <p className="font-display text-lg">{item.title}</p>
              <p className="mt-1 text-white/80">{item.description}</p>
            </div>
          )}
          <Link to="/gallery" className={textLinkClass}>
            {link}
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        </div>
      </div>
    </section>
  );
}
