import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  type AccountSession,
  endSession,
  listSessions,
} from '../../../../src/contracts/accounts/accounts.ts';
import { call } from '../../../api.ts';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { ACCESS, hasRemainingAccess } from '../../../session/remaining-access.ts';
import { useAuthAction } from '../../../session/use-auth-action.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/loading/load-error.tsx';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';
import { useLastData } from '../../../ui/query/use-last-data.ts';
import { textLinkClass } from '../../../ui/text-link.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { useInstantText } from '../../ui/instant-text.ts';
import { Panel, Row, Rows } from '../panel/panel.tsx';
import { useOwnQuery } from '../panel/use-account.ts';
import { locationText } from './location-text.ts';

/** The account's sessions, each with a button to sign it out. */
export function SessionsPanel({
  changes,
}: {
  /** Counts changes of the account, to reload: a new factor signs other devices out. */
  changes: number;
}) {
  const instantText = useInstantText();
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const query = useOwnQuery(`/api/account/sessions ${changes}`, (token, signal) =>
    call(listSessions, { token, signal }),
  );
  const sessions = useLastData(query);
  const { run, failure } = useAuthAction();

  const end = ({ id }: AccountSession) =>
    run(async ({ asUser }) => {
      await asUser((token) => call(endSession, { token, params: { id } }));
      toastSuccess('Signed out there');
      query.reload();
    });
  const endOthers = () =>
    run(async ({ client, asUser }) => {
      const { error } = await client.signOut({ scope: 'others' });
      if (error) throw error;
      toastSuccess('Signed out everywhere else');
      query.reload();
      if (await hasRemainingAccess(asUser)) await navigate(`${ACCESS}?after=sign-out`);
    });

  return (
    <Panel
      heading={heading}
      title="Where you are signed in"
      about="Sign out any device that you don’t use, or don’t know."
    >
      <FailureCallout failure={failure} />
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
              detail={[locationText(session.place), `last used ${instantText(session.last_used_at)}`]}
            >
              {!session.current && (
                <ConfirmButton
                  className={textLinkClass}
                  label="Sign out"
                  accessibleLabel={`Sign out ${session.device}`}
                  title={`Sign out ${session.device}?`}
                  question={`It was last used ${instantText(session.last_used_at)}. The person who uses it has to sign in again.`}
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
