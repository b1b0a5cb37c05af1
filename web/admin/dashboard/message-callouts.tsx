import { Link } from 'react-router-dom';
import { Callout } from '../../ui/callout.tsx';
import { NOT_SET_UP } from '../bookings/messages/no-texts.ts';
import { useNoTexts } from '../bookings/messages/sending.ts';
import { ATTENTION } from '../bookings/messages/use-undelivered.ts';
import { useMay } from '../data/role.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { useIsPutOff } from '../first-steps/steps.ts';
import { adminButtonClass } from '../ui/button.tsx';
import { SENDING } from '../ui/settings-address.ts';

/** Shown while no texts leave, unless it was said that they are set up later: customers aren't told of changes, so staff have to call them. */
export function TextsCallout() {
  const why = useNoTexts();
  const isPutOff = useIsPutOff('texts');
  const isSetUp = why !== NOT_SET_UP;
  const mayGoThere = useMay()(isSetUp ? 'desk' : 'owners');
  if (!why || (isPutOff && !isSetUp)) return null;
  return (
    <Callout
      actions={
        mayGoThere && (
          <Link to={isSetUp ? '/admin/messages' : SENDING} className={adminButtonClass('outline')}>
            {isSetUp ? 'Messages' : 'Set them up'}
          </Link>
        )
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
