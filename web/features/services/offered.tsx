import type { PageContent } from '../../../src/contracts/pages.ts';
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
      className="frame grid gap-x-16 gap-y-10 py-20 md:py-28 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <SectionHeading id="offered" heading={heading} text={text} />
      <dl className="border-t border-line">
        {items.map(({ name, text: words }) => (
          <div
            key={name}
            className="grid gap-x-8 gap-y-1 border-b border-line py-4 sm:grid-cols-[14rem_1fr] sm:items-baseline"
          >
            <dt className="font-display text-lg">{name}</dt>
            <dd className="text-stone">{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
