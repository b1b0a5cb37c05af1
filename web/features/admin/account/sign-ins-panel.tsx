import { listSignIns } from '../../../../src/contracts/accounts.ts';
import { call } from '../../../api.ts';
import { LoadError } from '../../../ui/load-error.tsx';
import { momentText } from '../../../ui/moment.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Panel, Row, Rows } from './panel.tsx';
import { placeText } from './place.ts';
import { signInText } from './sign-in-text.ts';
import { useOwnQuery } from './use-account.ts';

/** The last sign-ins, and tries that failed. */
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
          <Rows>
            {query.data.map(({ id, at, kind, method, device, place }) => (
              <Row
                key={id}
                title={signInText(kind, method)}
                detail={`${momentText(at)} · ${device} · ${placeText(place)}`}
              />
            ))}
          </Rows>
        ))}
    </Panel>
  );
}
