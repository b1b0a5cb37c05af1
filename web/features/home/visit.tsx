import { MapPin } from 'lucide-react';
import type { Section } from '../../../src/contracts/salon/pages.ts';
import { Directions } from '../../salon/address/directions.tsx';
import { StreetAddress } from '../../salon/address/street-address.tsx';
import { CallButton } from '../../salon/call-button.tsx';
import { OpeningTimes } from '../../salon/opening-times.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';

/** The salon's address and opening hours. */
export function Visit({ visit: { heading, text } }: { visit: Section }) {
  return (
    <section aria-labelledby="visit" className="frame grid gap-x-20 gap-y-12 py-20 md:grid-cols-2 md:py-28">
      <div className="space-y-6">
        <SectionHeading id="visit" heading={heading} text={text} />
        <address className="text-lg not-italic">
          <StreetAddress />
        </address>
        <div className="flex flex-wrap gap-3 max-lg:*:grow">
          <Directions className={buttonClass('outline')}>
            <MapPin aria-hidden="true" className="size-4" />
            Directions
          </Directions>
          <CallButton look="outline" />
        </div>
      </div>
      <div>
        <h2 className="mb-4 text-xl">Opening hours</h2>
        <OpeningTimes className="sm:text-lg [&_dd]:text-stone [&>div]:border-b [&>div]:border-line [&>div]:pb-2" />
      </div>
    </section>
  );
}
