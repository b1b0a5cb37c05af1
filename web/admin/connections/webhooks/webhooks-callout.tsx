import { Link } from 'react-router-dom';
import { Callout } from '../../../ui/callout.tsx';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { adminButtonClass } from '../../ui/button.tsx';
import { countText } from '../../ui/number-text.ts';
import { CONNECTIONS } from '../../ui/settings-address.ts';
import { WEBHOOKS } from './queries.ts';
import { needsCare } from './texts.ts';

const LOOK_AGAIN_MS = 300_000;

/** Says, on the dashboard, that another program has been given up, and leads to where it can be resumed. */
export function WebhooksCallout() {
  const { data } = useAdminQuery(WEBHOOKS, 'all', {
    againAfterMs: () => LOOK_AGAIN_MS,
  });
  const paused = data?.webhooks.filter(needsCare) ?? [];
  if (paused.length === 0) return null;
  return (
    <Callout
      tone="error"
      actions={
        <Link to={CONNECTIONS} className={adminButtonClass('outline')}>
          See why
        </Link>
      }
    >
      <p className="text-sm">
        <span className="font-medium">
          {countText(paused.length, 'other program is', 'other programs are')} no longer getting any events.
        </span>{' '}
        Nothing is lost: it is sent when you resume.
      </p>
    </Callout>
  );
}
