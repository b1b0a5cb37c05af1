import { ArrowRight } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { adminButtonClass } from '../ui/button.tsx';
import { BelowForm } from '../ui/form/below-form.tsx';
import { isOptional, putOffStep, STEP_WORDS, STEPS, type Step, useShownSteps } from './steps.ts';

/**
 * On the page of a first step: leads to the next open one, once the step is done or if it can be put off. Nothing where the dashboard
 * doesn't show the steps.
 *
 * @param once `open` shows it only as long as the step isn't done, `done` only then and below the page's form
 */
export function NextStep({ once }: { once?: 'open' | 'done' }) {
  const { pathname } = useLocation();
  const steps = useAdminQuery(STEPS, 'now').data?.steps ?? [];
  const isNew = steps.some(({ name, done }) => name === 'booking' && !done);
  const shown = useShownSteps(steps, isNew);
  const isHere = ({ name }: Step) => STEP_WORDS[name][0].split('?')[0] === pathname;
  const left = shown?.isOpen ? shown.left : [];
  const open = left.filter(isHere);
  const next = left.find((step) => !isHere(step));
  if (!next || !steps.some(isHere) || open.some(({ name }) => !isOptional(name))) return null;
  if (once && once !== (open.length > 0 ? 'open' : 'done')) return null;
  const [to, title] = STEP_WORDS[next.name];
  const link = (
    <Link
      to={to}
      onClick={() => {
        for (const { name } of open) putOffStep(name);
      }}
      className={`text-left whitespace-normal! ${once === 'done' ? adminButtonClass() : `-mx-3 -my-2 ${adminButtonClass('quiet')}`}`}
    >
      {open.length > 0 ? 'Not now, next' : 'Next'}: {title.charAt(0).toLowerCase() + title.slice(1)}
      <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
    </Link>
  );
  return once === 'done' ? <BelowForm>{link}</BelowForm> : link;
}
