import { getMe } from '../../contracts/accounts.ts';
import type { Mount } from '../../http/operation.ts';

/** Our own operations on accounts; the auth client's calls are in `dialect`. */
export function accountRoutes({ on }: { readonly on: Mount }): void {
  on(getMe, async ({ caller: { userId: id, email, isAdmin } }) => ({
    body: { id, email, role: isAdmin ? ('admin' as const) : null },
  }));
}
