import type { PageContent } from '../../../src/contracts/salon/pages.ts';
import { SectionHeading } from '../../ui/section-heading.tsx';

/** Everything the salon offers, each with a short description. */
export function Offered({
  offered: { heading, text, items },
}: {
  offered: PageContent['services']['offered'];
}) {
  return (
    <section
      aria-labelledby="offered"
      className="frame grid gap-x-16 gap-y-4 py-8 md:gap-y-10 md:py-28 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <SectionHeading id="offered" heading={heading} text={text} />
      {/* On a phone, name and description are in one paragraph. */}
      <dl className="border-line max-sm:space-y-1 max-sm:text-sm sm:border-t">
        {items.map(({ name, text: words }) => (
          <div
            key={name}
            className="gap-x-8 border-line sm:grid sm:grid-cols-[14rem_1fr] sm:items-baseline sm:border-b sm:py-4"
          >
            <dt className="font-display max-sm:mr-1 max-sm:inline max-sm:text-base sm:text-lg">{name}</dt>{' '}
            <dd className="text-stone max-sm:inline">{words}</dd>{' '}
          </div>
        ))}
      </dl>
    </section>
  );
}
