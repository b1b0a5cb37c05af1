import { useRef } from 'react';
import { type AccountSession, endSession } from '../../../../src/contracts/accounts/accounts.ts';
import { call } from '../../../api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { useAuthAction } from '../../../session/use-auth-action.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useMomentText } from '../../ui/moment-text.ts';
import { FailedState } from '../../ui/states.tsx';
import { Panel, Row, Rows } from '../panel/panel.tsx';
import { SESSIONS } from '../panel/queries.ts';
import { locationText } from './location-text.ts';

/** The account's sessions, each with a button to sign it out. */
export function SessionsPanel() {
  const momentText = useMomentText();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: sessions, error, reload } = useAdminQuery(SESSIONS, 'own');
  const { run, failure } = useAuthAction();

  const end = ({ id }: AccountSession) =>
    run(async ({ asUser }) => {
      await asUser((token) => call(endSession, { token, params: { id } }));
      toastSuccess('Signed out there');
      reload();
    });
  const endOthers = () =>
    run(async ({ client }) => {
      const { error: refusal } = await client.signOut({ scope: 'others' });
      if (refusal) throw refusal;
      toastSuccess('Signed out everywhere else');
      reload();
    });

  return (
    <Panel
      heading={heading}
      title="Where you are signed in"
      about="Sign out any device that you don’t use, or don’t know."
    >
      <FailureNotice failure={failure} />
      {error && <FailedState what="Your sessions couldn’t be loaded" error={error} onRetry={reload} />}
      {!sessions && !error && <Skeleton className="h-36" />}
      {sessions && (
        <Rows>
          {sessions.map((session) => (
            <Row
              key={session.id}
              title={session.device}
              mark={session.current ? 'This device' : undefined}
              detail={[locationText(session.place), `last used ${momentText(session.last_used_at)}`]}
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
