import { useRef } from 'react';
import {
  type AccountSession,
  endSession,
  listSessions,
} from '../../../../src/contracts/accounts/accounts.ts';
import { call } from '../../../api.ts';
import { useMomentText } from '../../../salon/moment.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { useAttempt } from '../../../session/use-attempt.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { useKept } from '../../../ui/use-kept.ts';
import { Panel, Row, Rows } from './panel.tsx';
import { placeText } from './place.ts';
import { useOwnQuery } from './use-account.ts';

/** Where the account is signed in, and signing out there. */
export function SessionsPanel({
  changes,
}: {
  /** How often the account was changed: a new factor signs other devices out. */
  changes: number;
}) {
  const momentText = useMomentText();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useOwnQuery(`/api/account/sessions ${changes}`, (token, signal) =>
    call(listSessions, { token, signal }),
  );
  const sessions = useKept(query);
  const { attempt, failure } = useAttempt();

  const end = ({ id }: AccountSession) =>
    attempt(async ({ asUser }) => {
      await asUser((token) => call(endSession, { token, params: { id } }));
      toastSuccess('Signed out there');
      query.reload();
    });
  const endOthers = () =>
    attempt(async ({ client }) => {
      const { error } = await client.signOut({ scope: 'others' });
      if (error) throw error;
      toastSuccess('Signed out everywhere else');
      query.reload();
    });

  return (
    <Panel
      heading={heading}
      title="Where you are signed in"
      about="Sign out any device that you don’t use, or don’t know."
    >
      <FailureNotice failure={failure} />
      {query.status === 'failed' && (
        <LoadError onRetry={query.reload}>Your sessions couldn’t be loaded.</LoadError>
      )}
      {!sessions && query.status === 'loading' && <Skeleton className="h-36" />}
      {sessions && (
        <Rows>
          {sessions.map((session) => (
            <Row
              key={session.id}
              title={session.device}
              mark={session.current ? 'This device' : undefined}
              detail={[placeText(session.place), `last used ${momentText(session.last_used_at)}`]}
            >
              {!session.current && (
                <ConfirmButton
                  className={textLinkClass}
                  label="Sign out"
                  accessibleLabel={`Sign out ${session.device}`}
                  title={`Sign out ${session.device}?`}
                  question={`It was last used ${momentText(session.last_used_at)}. Whoever uses it has to sign in again.`}
                  confirm="Sign it out"
                  keep="Leave it"
                  focusAfter={[heading]}
                  onConfirm={() => end(session)}
                />
              )}
            </Row>
          ))}
        </Rows>
      )}
      {sessions && sessions.length > 1 && (
        <ConfirmButton
          className={buttonClass('outline')}
          label="Sign out everywhere else"
          title="Sign out everywhere else?"
          question="You stay signed in here. All other devices have to sign in again."
          confirm="Yes, sign out"
          keep="Cancel"
          focusAfter={[heading]}
          onConfirm={endOthers}
        />
      )}
    </Panel>
  );
}
