import { ArrowRight } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { adminButtonClass } from '../ui/button.tsx';
import { STEP_WORDS, STEPS, useShownSteps } from './steps.ts';

/** On the page of a first step that is done: leads to the next open one. Nothing where the dashboard doesn't show the steps. */
export function NextStep() {
  const { pathname } = useLocation();
  const steps = useAdminQuery(STEPS, 'now').data?.steps ?? [];
  const isNew = steps.some(({ name, done }) => name === 'booking' && !done);
  const shown = useShownSteps(steps, isNew);
  const ofPage = steps.filter(({ name }) => STEP_WORDS[name][0].split('?')[0] === pathname);
  const [next] = shown?.isOpen ? shown.left : [];
  if (!next || ofPage.length === 0 || ofPage.some(({ done }) => !done)) return null;
  const [to, title] = STEP_WORDS[next.name];
  return (
    <Link to={to} className={`-mx-3 -my-2 ${adminButtonClass('quiet')}`}>
      Next: {title.charAt(0).toLowerCase() + title.slice(1)}
      <ArrowRight aria-hidden="true" className="size-4" />
    </Link>
  );
}
