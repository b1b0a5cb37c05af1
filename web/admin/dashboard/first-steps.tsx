import { CircleCheck, CircleDashed } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type FirstStep, getFirstSteps, type StepNeed } from '../../../src/contracts/settings/first-steps.ts';
import { call } from '../../api.ts';
import { defineQuery } from '../data/query.ts';
import type { Topic } from '../data/topics.ts';
import { AdminButton } from '../ui/button.tsx';
import { rememberedChoice } from '../ui/remembered-choice.ts';
import { DashboardPanel } from './panel.tsx';

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
  hours: ['/admin/calendar?view=day', 'Set the opening hours', 'Appointments are offered within them.'],
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
    'Enter or confirm reviews',
    'The samples are never shown to the public.',
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
  reviews: 'a review (or say that the samples are real)',
};

const MISSING = new Intl.ListFormat('en', { type: 'conjunction' });

const hidden = rememberedChoice('first-steps-hidden');

/** The steps that make a new installation a salon's own, until all are done, or they are hidden in this browser. */
export function FirstSteps({
  steps,
}: {
  steps: readonly {
    readonly name: FirstStep;
    readonly done: boolean;
    readonly missing: readonly StepNeed[];
  }[];
}) {
  const isHidden = hidden.useCurrent() !== null;
  const open = steps.filter(({ done }) => !done).length;
  if (isHidden || open === 0) return null;
  return (
    <DashboardPanel
      title="First steps"
      count={`${steps.length - open} of ${steps.length} done`}
      more={
        <AdminButton look="quiet" onClick={() => hidden.choose('')}>
          Hide
        </AdminButton>
      }
    >
      <ol className="grid gap-x-6 px-4 py-2 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4">
        {steps.map(({ name, done, missing }) => {
          const [to, title, about] = STEP_WORDS[name];
          const still = missing.map((need) => NEED_WORDS[need]);
          const Icon = done ? CircleCheck : CircleDashed;
          return (
            <li key={name}>
              <Link
                to={to}
                className="flex min-h-11 gap-2.5 rounded-md py-2 hover:bg-sand focus-visible:-outline-offset-2"
              >
                <Icon
                  aria-hidden="true"
                  className={`mt-0.5 size-4 shrink-0 ${done ? 'text-good' : 'text-stone'}`}
                />
                <span className="min-w-0 text-sm">
                  <span className={`block font-medium ${done ? 'text-stone' : ''}`}>{title}</span>
                  <span className="block text-stone">
                    {done ? 'Done' : still.length > 0 ? `Still to do: ${MISSING.format(still)}.` : about}
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </DashboardPanel>
  );
}
