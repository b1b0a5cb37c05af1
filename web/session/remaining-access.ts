import { listConnections } from '../../src/contracts/settings/connections.ts';
import { ApiError, call } from '../api.ts';

/** The page that shows administrators what works without signing in. */
export const ACCESS = '/admin/access';

/** Whether API keys, webhooks or calendar addresses still work; true if an administrator can't find that out now. */
export async function hasRemainingAccess(asUser: <T>(work: (token: string) => Promise<T>) => Promise<T>) {
  try {
    const { connections } = await asUser((token) => call(listConnections, { token }));
    return connections.length > 0;
  } catch (error) {
    return !(error instanceof ApiError && error.status < 500);
  }
}
