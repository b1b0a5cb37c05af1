import { useState } from 'react';
import { Link } from 'react-router-dom';
import { endRush } from '../../../src/contracts/bookings/rush.ts';
import { formatDuration } from '../../../src/salon/time-text.ts';
import { call } from '../../api.ts';
import { Notice } from '../../ui/notice.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { RUSH } from '../bookings/queries.ts';
import { defineCommand } from '../data/command.ts';
import type { Topic } from '../data/topics.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { useCommand } from '../data/use-command.ts';
import { AdminButton, adminButtonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { countText } from '../ui/number-text.ts';

const END_RUSH = defineCommand({
  name: 'end-rush',
  thing: (_input: 'now'): Topic => 'booking',
  send: (_input, sending) => call(endRush, sending),
});

/** A rush ends by itself, without an event, so live updates don't announce it. */
const LOOK_AGAIN_MS = 60_000;

/** Shown while visitors book far more than usual: what is required of them because of that, and a button to end it. */
export function RushNotice() {
  const { data } = useAdminQuery(RUSH, 'now', { againAfterMs: () => LOOK_AGAIN_MS });
  const { send } = useCommand(END_RUSH);
  const [isAsking, setAsking] = useState(false);
  if (!data?.rush) return null;
  const { bookings, minutes } = data;
  const unconfirmed =
    minutes === 0 ? '' : `; those that wait for you take ${formatDuration(minutes)} of the calendar`;
  return (
    <>
      <Notice
        actions={
          <>
            <Link to="/admin/appointments?status=pending" className={adminButtonClass('outline')}>
              Look at the requests
            </Link>
            <AdminButton look="quiet" onClick={() => setAsking(true)}>
              End the rush
            </AdminButton>
          </>
        }
      >
        <p className="text-sm">
          <span className="font-medium">A rush: far more online bookings than usual.</span>{' '}
          {countText(bookings, 'booking')} within an hour{unconfirmed}. Visitors who want much of the calendar
          are asked for a code before they book, until it is over.
        </p>
      </Notice>
      {isAsking && (
        <ConfirmDialog
          title="End the rush?"
          question="Look through the latest requests first. If they are real visitors’, end it: everybody then books as usual again. The bookings themselves stay as they are."
          confirm="End the rush"
          keep="Not yet"
          look="primary"
          failed="The rush may still be on. Please try again."
          onConfirm={async () => {
            await send('now');
            toastSuccess('The rush is over');
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
