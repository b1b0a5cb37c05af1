import { Link } from 'react-router-dom';
import { Callout } from '../../ui/callout.tsx';
import { useNoTexts } from '../bookings/messages/sending.ts';
import { ATTENTION } from '../bookings/messages/use-undelivered.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { adminButtonClass } from '../ui/button.tsx';

/** Shown while no texts leave: customers aren't told of changes, so staff have to call them. */
export function TextsCallout() {
  const why = useNoTexts();
  if (!why) return null;
  return (
    <Callout
      actions={
        <Link to="/admin/messages" className={adminButtonClass('outline')}>
          Messages
        </Link>
      }
    >
      <p className="text-sm">
        <span className="font-medium">{why}, so customers get no texts about changes.</span> Call them
        instead.
      </p>
    </Callout>
  );
}

/** Shown while customers wait for answers to what they have texted. */
export function QuestionsCallout() {
  const questions = useAdminQuery(ATTENTION, 'now').data?.questions ?? 0;
  if (questions === 0) return null;
  return (
    <Callout
      actions={
        <Link to="/admin/messages?state=attention" className={adminButtonClass('outline')}>
          Look at {questions === 1 ? 'it' : 'them'}
        </Link>
      }
    >
      <p className="text-sm font-medium">
        {questions === 1 ? 'A text from a customer waits' : `${questions} texts from customers wait`} for an
        answer.
      </p>
    </Callout>
  );
}
