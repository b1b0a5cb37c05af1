import type { PageContent } from '../../../src/contracts/salon/pages.ts';
import { SectionHeading } from '../../ui/section-heading.tsx';

/** The people who work in the salon. */
export function Team({
  team: { heading, text, members },
}: {
  team: NonNullable<PageContent['home']['team']>;
}) {
  return (
    <section aria-labelledby="team" className="frame pt-20 md:pt-28">
      <SectionHeading id="team" heading={heading} text={text} className="mb-8 md:mb-10" />
      <dl className="grid gap-x-6 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {members.map(({ name, text: words }) => (
          <div key={name} className="border-t border-ink/70 pt-3">
            <dt className="font-display text-xl">{name}</dt>
            <dd className="mt-1 text-stone">{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
