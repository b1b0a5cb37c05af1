import { getAccount } from '../../../../src/contracts/accounts/accounts.ts';
import { call } from '../../../api.ts';
import { loadClient } from '../../../session/load.ts';
import { useQuery } from '../../../ui/query/use-query.ts';

/** Loads data about the signed-in user. */
export function useOwnQuery<T>(key: string, load: (token: string, signal: AbortSignal) => Promise<T>) {
  return useQuery(key, async (signal) => {
    const { asUser } = await loadClient();
    return asUser((token) => load(token, signal));
  });
}

/** The account, its second factors and passkeys. */
export const useAccount = () =>
  useOwnQuery('/api/account', (token, signal) => call(getAccount, { token, signal }));
