import type { Webhook } from '../../../../src/contracts/settings/webhooks.ts';
import { useInstantText } from '../../ui/instant-text.ts';
import { countText } from '../../ui/number-text.ts';
import { needsCare, outcomeText, pausedText } from './texts.ts';

/** How an address is doing. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const instantText = useInstantText();
  const { paused, failing, last_delivery: last } = webhook;
  const why = last?.failure ? ` ${outcomeText(last)}` : '';
  if (paused)
    return (
      <p className={needsCare(webhook) ? 'text-bad' : 'text-stone'}>
        <span className="font-medium">{pausedText(paused, instantText)}.</span>
        {needsCare(webhook) && why} Nothing is lost: what happens meanwhile is sent when you resume.
      </p>
    );
  if (failing)
    return (
      <p className="text-warn">
        <span className="font-medium">Failing since {instantText(failing.since)}.</span>
        {why} {countText(failing.tries, 'try', 'tries')} so far
        {failing.next_try_at && `; the next one on ${instantText(failing.next_try_at)}`}. Later events wait.
      </p>
    );
  return (
    <p>
      <span className="font-medium text-good">{last ? 'Working.' : 'Ready.'}</span>{' '}
      {last ? `Last delivery on ${instantText(last.at)}.` : 'Nothing has been sent yet.'}
    </p>
  );
}
