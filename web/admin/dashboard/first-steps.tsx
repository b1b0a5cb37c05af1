import { ChevronRight, CircleDashed } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { type FirstStep, getFirstSteps, type StepNeed } from '../../../src/contracts/settings/first-steps.ts';
import { call } from '../../api.ts';
import { defineQuery } from '../data/query.ts';
import type { Topic } from '../data/topics.ts';
import { AdminButton } from '../ui/button.tsx';
import { rememberedChoice } from '../ui/remembered-choice.ts';
import { rowLinkClass } from '../ui/table/row-link.ts';

export const STEPS = defineQuery({
  name: 'first-steps',
  about: (): Topic[] => ['settings', 'hours', 'service', 'booking'],
  load: (_input: 'now', { after, ...options }) => call(getFirstSteps, { ...options, query: { after } }),
});

/** The page that each step leads to, and what it is about. */
const STEP_WORDS: Readonly<Record<FirstStep, readonly [to: string, title: string, about: string]>> = {
  details: [
    '/admin/settings',
    'Enter name, address and phone',
    'Until then the website shows a made-up salon’s.',
  ],
  words: [
    '/admin/settings/front-page',
    'Say it in your own words',
    'The headline and tagline still tell of a made-up salon.',
  ],
  hours: ['/admin/settings/hours', 'Set the opening hours', 'Appointments are offered within them.'],
  prices: ['/admin/services', 'Enter services and prices', 'Visitors see and book these.'],
  clients: [
    '/admin/customers?import',
    'Bring your clients',
    'From a file of your former program, or one by one.',
  ],
  texts: [
    '/admin/settings/sending',
    'Have texts and mails sent',
    'They aren’t: they only become files here.',
  ],
  pictures: [
    '/admin/settings/pictures',
    'Show pictures of your own',
    'Until then the website shows drawn ones.',
  ],
  reviews: [
    '/admin/settings/reviews',
    'Enter your reviews',
    'The samples go as soon as you have entered your name.',
  ],
  booking: [
    '/book',
    'Book a first appointment',
    'Book as a customer would. The request then waits here for you.',
  ],
};

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

const hidden = rememberedChoice('first-steps-hidden');
const shown = rememberedChoice('first-steps-shown');
const [OPEN, FOLDED] = ['open', 'folded'];

/**
 * The steps that make a new installation a salon's own, until all are done, or they are hidden in this browser. Once somebody has booked
 * they are one line, which opens by a press; this browser remembers it.
 */
export function FirstSteps({
  steps,
  backs_up_beside_data,
  isNew,
}: {
  steps: readonly {
    readonly name: FirstStep;
    readonly done: boolean;
    readonly missing: readonly StepNeed[];
  }[];
  backs_up_beside_data: boolean;
  /** Whether nobody has booked yet. */
  isNew: boolean;
}) {
  const isHidden = hidden.useCurrent() !== null;
  const isOpen = (shown.useCurrent() ?? (isNew ? OPEN : FOLDED)) === OPEN;
  const left = steps.filter(({ done }) => !done);
  const id = useId();
  if (isHidden || left.length === 0) return null;
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-panel text-sm">
      <header className="relative flex min-h-11 items-center justify-between gap-3 rounded-md px-4 hover:bg-sand">
        <h2 id={id} className="font-sans text-sm font-semibold tracking-normal">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => shown.choose(isOpen ? FOLDED : OPEN)}
            className={`inline-flex items-center gap-1.5 ${rowLinkClass}`}
          >
            <ChevronRight aria-hidden="true" className={`size-4 text-stone ${isOpen ? 'rotate-90' : ''}`} />
            First steps
            <span className="font-normal text-stone tabular-nums">
              {steps.length - left.length} of {steps.length} done
            </span>
          </button>
        </h2>
        {isOpen && (
          <AdminButton look="quiet" className="relative -mr-2" onClick={() => hidden.choose('')}>
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
              <li key={name}>
                <Link
                  to={to}
                  className="flex min-h-11 gap-2.5 rounded-md py-2 hover:bg-sand focus-visible:-outline-offset-2"
                >
                  <CircleDashed aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-stone" />
                  <span className="min-w-0 text-sm">
                    <span className="block font-medium">{title}</span>
                    <span className="block text-stone">
                      {still.length > 0 ? `Still to do: ${MISSING.format(still)}.` : about}
                    </span>
                  </span>
                </Link>
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
