import type { Section } from '../../src/contracts/salon/pages.ts';
import { ButtonLink } from '../ui/button.tsx';
import { CallButton } from './call-button.tsx';
import { useSalon } from './salon-context.ts';

/** The call to action at the end of a page: book or call. */
export function ClosingCall({ closing: { heading, text } }: { closing: Section }) {
  const { calls_to_action } = useSalon();
  return (
    <section
      aria-labelledby="closing"
      className="on-dark border-b border-white/15 bg-plum text-white print:hidden"
    >
      <div className="frame grid items-end gap-x-16 gap-y-6 py-8 md:gap-y-8 lg:grid-cols-[minmax(0,1fr)_auto] md:py-24">
        <div className="max-w-2xl space-y-4">
          <h2 id="closing" className="text-2xl">
            {heading}
          </h2>
          <p className="md:text-lg md:text-balance text-white/80">{text}</p>
        </div>
        <div className="flex gap-3 max-sm:flex-col">
          <ButtonLink to="/book" look="brass">
            {calls_to_action.book_appointment}
          </ButtonLink>
          <CallButton look="light" />
        </div>
      </div>
    </section>
  );
}
