import type { Webhook } from '../../../../src/contracts/settings/webhooks.ts';
import { useMomentText } from '../../ui/moment-text.ts';
import { countText } from '../../ui/number-text.ts';
import { needsCare, outcomeText, pausedText } from './texts.ts';

/** How an address is doing. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const momentText = useMomentText();
  const { paused, failing, last_delivery: last } = webhook;
  const why = last?.failure ? ` ${outcomeText(last)}` : '';
  if (paused)
    return (
      <p className={needsCare(webhook) ? 'text-bad' : 'text-stone'}>
        <span className="font-medium">{pausedText(paused, momentText)}.</span>
        {needsCare(webhook) && why} Nothing is lost: what happens meanwhile is sent when you resume.
      </p>
    );
  if (failing)
    return (
      <p className="text-warn">
        <span className="font-medium">Failing since {momentText(failing.since)}.</span>
        {why} {countText(failing.tries, 'try', 'tries')} so far
        {failing.next_try_at && `; the next one on ${momentText(failing.next_try_at)}`}. Later events wait.
      </p>
    );
  return (
    <p>
      <span className="font-medium text-good">{last ? 'Working.' : 'Ready.'}</span>{' '}
      {last ? `Last delivery on ${momentText(last.at)}.` : 'Nothing has been sent yet.'}
    </p>
  );
}
