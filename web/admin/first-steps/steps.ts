import { type FirstStep, getFirstSteps, type StepNeed } from '../../../src/contracts/settings/first-steps.ts';
import { call } from '../../api.ts';
import { defineQuery } from '../data/query.ts';
import type { Topic } from '../data/topics.ts';
import { rememberedChoice } from '../ui/remembered-choice.ts';

export const STEPS = defineQuery({
  name: 'first-steps',
  roles: getFirstSteps.roles,
  about: (): Topic[] => ['settings', 'hours', 'service', 'customer', 'booking'],
  load: (_input: 'now', { after, ...options }) => call(getFirstSteps, { ...options, query: { after } }),
});

/** The page that each step leads to, and what it is about. */
export const STEP_WORDS: Readonly<Record<FirstStep, readonly [to: string, title: string, about: string]>> = {
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
  team: ['/admin/team', 'Do more than one of you take clients?', 'Then visitors choose among you.'],
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

/** Steps that a salon may do without. */
const OPTIONAL: readonly FirstStep[] = ['team', 'clients', 'texts', 'pictures', 'reviews'];
export const isOptional = (step: FirstStep) => OPTIONAL.includes(step);

const hidden = rememberedChoice('first-steps-hidden');
const shown = rememberedChoice('first-steps-shown');
const putOff = rememberedChoice('first-steps-put-off');
const [OPEN, FOLDED] = ['open', 'folded'];

const namesIn = (choice: string | null): readonly string[] => choice?.split(',') ?? [];

export const hideSteps = () => hidden.choose('');
export const openSteps = (isOpen: boolean) => shown.choose(isOpen ? OPEN : FOLDED);
export const putOffStep = (step: FirstStep) => putOff.choose([...namesIn(putOff.current()), step].join());

/** Whether somebody has said in this browser that a step is for later. */
export const useIsPutOff = (step: FirstStep): boolean => namesIn(putOff.useCurrent()).includes(step);

export interface Step {
  readonly name: FirstStep;
  readonly done: boolean;
  readonly missing: readonly StepNeed[];
}

/**
 * The steps as this browser shows them: without those that were put off, and folded once somebody has booked unless they were opened.
 * Undefined where they are hidden or none is left.
 */
export function useShownSteps(steps: readonly Step[], isNew: boolean) {
  const isHidden = hidden.useCurrent() !== null;
  const later = namesIn(putOff.useCurrent());
  const isOpen = (shown.useCurrent() ?? (isNew ? OPEN : FOLDED)) === OPEN;
  const counted = steps.filter(({ name, done }) => done || !later.includes(name));
  const left = counted.filter(({ done }) => !done);
  return isHidden || left.length === 0 ? undefined : { left, of: counted.length, isOpen };
}
