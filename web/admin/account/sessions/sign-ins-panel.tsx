import { useEffect, useRef, useState } from 'react';
import type { SignIn } from '../../../../src/contracts/accounts/accounts.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useMomentText } from '../../ui/moment-text.ts';
import { FailedState } from '../../ui/states.tsx';
import { Panel, Row, Rows } from '../panel/panel.tsx';
import { SIGN_INS } from '../panel/queries.ts';
import { locationText } from './location-text.ts';
import { signInText } from './sign-in-text.ts';

const SHOWN_FIRST = 5;

/** The latest sign-ins and failed attempts. */
export function SignInsPanel() {
  const { data: signIns, error, reload } = useAdminQuery(SIGN_INS, 'own');
  return (
    <Panel
      title="Last sign-ins"
      about="If one of these wasn’t you, change your password and sign out everywhere else."
    >
      {!signIns && !error && <Skeleton className="h-48" />}
      {error && <FailedState what="Your sign-ins couldn’t be loaded" error={error} onRetry={reload} />}
      {signIns &&
        (signIns.length === 0 ? <p className="text-stone">Nothing yet.</p> : <List signIns={signIns} />)}
    </Panel>
  );
}

function List({ signIns }: { signIns: readonly SignIn[] }) {
  const momentText = useMomentText();
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (showsAll) list.current?.focus();
  }, [showsAll]);
  return (
    <>
      <div ref={list} tabIndex={-1} className="outline-none">
        <Rows>
          {(showsAll ? signIns : signIns.slice(0, SHOWN_FIRST)).map(
            ({ id, at, kind, method, device, place }) => (
              <Row
                key={id}
                title={signInText(kind, method)}
                detail={[
                  momentText(at),
                  ...(place === 'the server' ? ['On the server'] : [device, locationText(place)]),
                ]}
              />
            ),
          )}
        </Rows>
      </div>
      {!showsAll && signIns.length > SHOWN_FIRST && (
        <Button look="outline" onClick={() => setShowsAll(true)}>
          Show more
        </Button>
      )}
    </>
  );
}
