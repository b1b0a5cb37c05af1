import type { Section } from '../../../src/contracts/salon/pages.ts';
import { specialty } from '../../pictures/specialty.ts';
import { CallButton } from '../../salon/call-button.tsx';
import { useSalon } from '../../salon/salon-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/heading.tsx';
import { Picture } from '../../ui/picture.tsx';

/** Heading, introduction, and buttons to book or call. */
export function ServicesHero({ hero: { heading, text } }: { hero: Section }) {
  const { calls_to_action } = useSalon();
  return (
    <section className="on-dark relative isolate overflow-hidden bg-plum-deep text-white">
      <Picture
        of={specialty.brazilian}
        alt=""
        // On a phone it is behind an overlay, where a larger file would show no more detail.
        sizes="(min-width: 48rem) 50vw, 40vw"
        eager
        className="absolute inset-y-0 right-0 -z-20 size-full object-cover md:w-1/2"
      />
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-plum-deep/75 md:bg-transparent md:bg-linear-to-r md:from-plum-deep md:from-50% md:to-transparent md:to-85%"
      />
      <div className="frame pt-24 pb-9 md:pt-44 md:pb-24">
        <div className="max-w-xl space-y-5 md:space-y-7">
          <PageHeading className="text-3xl">{heading}</PageHeading>
          <p className="text-white/85 md:text-lg">{text}</p>
          <div className="flex gap-3 max-sm:flex-col">
            <ButtonLink to="/book" look="brass">
              {calls_to_action.book_appointment}
            </ButtonLink>
            {/* On a phone the header has one. */}
            <CallButton look="light" className="max-sm:hidden" />
          </div>
        </div>
      </div>
    </section>
  );
}
