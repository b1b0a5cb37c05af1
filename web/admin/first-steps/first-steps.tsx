import { ChevronRight, CircleDashed } from 'lucide-react';
import { useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { StepNeed } from '../../../src/contracts/settings/first-steps.ts';
import { AdminButton } from '../ui/button.tsx';
import { rowLinkClass } from '../ui/table/row-link.ts';
import {
  hideSteps,
  isOptional,
  openSteps,
  putOffStep,
  STEP_WORDS,
  type Step,
  useShownSteps,
} from './steps.ts';

/** The thing that a step still needs, once it is begun. */
const NEED_WORDS: Readonly<Record<StepNeed, string>> = {
  name: 'the name',
  phone: 'the phone',
  address: 'the address',
  geo: 'the place on the map (or leave it empty)',
  sms: 'an account for texts',
  email: 'a mail server',
  ratings: 'your own ratings (or show none)',
  reviews: 'a review of a client (or show none)',
};

const MISSING = new Intl.ListFormat('en', { type: 'conjunction' });

/**
 * The steps that make a new installation a salon's own, until all are done, or they are hidden in this browser. Once somebody has booked
 * they are one line, which opens by a press; this browser remembers it.
 */
export function FirstSteps({
  steps,
  backs_up_beside_data,
  isNew,
}: {
  steps: readonly Step[];
  backs_up_beside_data: boolean;
  /** Whether nobody has booked yet. */
  isNew: boolean;
}) {
  const shown = useShownSteps(steps, isNew);
  const toggle = useRef<HTMLButtonElement>(null);
  const id = useId();
  if (!shown) return null;
  const { left, of, isOpen } = shown;
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-panel text-sm">
      <header className="relative flex min-h-11 items-center justify-between gap-3 rounded-md px-4 hover:bg-sand">
        <h2 id={id} className="font-sans text-sm font-semibold tracking-normal">
          <button
            type="button"
            aria-expanded={isOpen}
            ref={toggle}
            onClick={() => openSteps(!isOpen)}
            className={`inline-flex items-center gap-1.5 ${rowLinkClass}`}
          >
            <ChevronRight aria-hidden="true" className={`size-4 text-stone ${isOpen ? 'rotate-90' : ''}`} />
            First steps
            <span className="font-normal text-stone tabular-nums">
              {of - left.length} of {of} done
            </span>
          </button>
        </h2>
        {isOpen && (
          <AdminButton look="quiet" className="relative -mr-2" onClick={hideSteps}>
            Hide
          </AdminButton>
        )}
      </header>
      {isOpen && (
        <ol className="grid gap-x-6 border-t border-line px-4 py-2 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4">
          {left.map(({ name, missing }) => {
            const [to, title, about] = STEP_WORDS[name];
            const still = missing.map((need) => NEED_WORDS[need]);
            return (
              <li key={name} className="flex items-start justify-between gap-2">
                <Link
                  to={to}
                  className="flex min-h-11 flex-1 gap-2.5 rounded-md py-2 hover:bg-sand focus-visible:-outline-offset-2"
                >
                  <CircleDashed aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-stone" />
                  <span className="min-w-0 text-sm">
                    <span className="block font-medium">{title}</span>
                    <span className="block text-stone">
                      {still.length > 0 ? `Still to do: ${MISSING.format(still)}.` : about}
                    </span>
                  </span>
                </Link>
                {isOptional(name) && (
                  <AdminButton
                    look="quiet"
                    className="shrink-0"
                    aria-label={`Not now: ${title}`}
                    onClick={() => {
                      toggle.current?.focus();
                      putOffStep(name);
                    }}
                  >
                    Not now
                  </AdminButton>
                )}
              </li>
            );
          })}
        </ol>
      )}
      {isOpen && backs_up_beside_data && (
        <p className="border-t border-line px-4 py-2.5 text-stone">
          Everything is backed up each night, on the same disk, and no backup can be restored without the file
          secret-key.{' '}
          <Link
            to="/admin/settings/system"
            className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
          >
            How to copy both elsewhere
          </Link>
        </p>
      )}
    </section>
  );
}
