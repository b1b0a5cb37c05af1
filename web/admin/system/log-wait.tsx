import { getLogWait, type LogWait } from '../../../src/contracts/system/log-wait.ts';
import { call } from '../../api.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { Callout } from '../../ui/callout.tsx';
import { defineQuery } from '../data/query.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { exactInstantText } from '../ui/instant-text.ts';

const WAITING = defineQuery({
  name: 'log wait',
  about: () => [],
  load: (_input: 'now', { after: _, ...options }) => call(getLogWait, options),
});
/** No event announces a wait, and staff shall see it within ten seconds. */
const LOOK_AGAIN_MS = 4_000;

/** Why new records are on no page yet, and whom to ask: the program, its database and since when. */
export function waitText(
  { transaction, since, database, application, pid, state }: NonNullable<LogWait>,
  timeZone: string,
): string {
  const program = application || 'a program without a name';
  const named = [
    database !== null && `database ${database}`,
    pid !== null && `process ${pid}`,
    `transaction ${transaction}`,
    state,
  ].filter(Boolean);
  return `New bookings and changes are recorded, but pages don’t show them yet. They wait for an open transaction of ${program} since ${exactInstantText(since, timeZone)} (${named.join(', ')}). The person who looks after the server can end it.`;
}

/** Says, on the dashboard, that pages are out of date because another program keeps a transaction open. */
export function LogWaitCallout() {
  const { time_zone } = useSalon();
  const { data } = useAdminQuery(WAITING, 'now', { againAfterMs: () => LOOK_AGAIN_MS });
  if (!data?.waiting_for) return null;
  return (
    <Callout tone="error">
      <p className="text-sm break-words">{waitText(data.waiting_for, time_zone)}</p>
    </Callout>
  );
}
