import { useEffect, useRef, useState } from 'react';
import { listSignIns, type SignIn } from '../../../../src/contracts/accounts/accounts.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/loading/load-error.tsx';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';
import { useInstantText } from '../../ui/instant-text.ts';
import { Panel, Row, Rows } from '../panel/panel.tsx';
import { useOwnQuery } from '../panel/use-account.ts';
import { locationText } from './location-text.ts';
import { signInText } from './sign-in-text.ts';

const SHOWN_FIRST = 5;

/** The latest sign-ins, and tries that failed. */
export function SignInsPanel() {
  const query = useOwnQuery('/api/account/sign-ins', (token, signal) => call(listSignIns, { token, signal }));
  return (
    <Panel
      title="Last sign-ins"
      about="If one of these wasn’t you, change your password and sign out everywhere else."
    >
      {query.status === 'loading' && <Skeleton className="h-48" />}
      {query.status === 'failed' && (
        <LoadError onRetry={query.reload}>Your sign-ins couldn’t be loaded.</LoadError>
      )}
      {query.status === 'ready' &&
        (query.data.length === 0 ? (
          <p className="text-stone">Nothing yet.</p>
        ) : (
          <List signIns={query.data} />
        ))}
    </Panel>
  );
}

function List({ signIns }: { signIns: readonly SignIn[] }) {
  const instantText = useInstantText();
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
            ({ id, at, kind, method, thing, device, place }) => (
              <Row
                key={id}
                title={signInText(kind, method, thing)}
                detail={[
                  instantText(at),
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
