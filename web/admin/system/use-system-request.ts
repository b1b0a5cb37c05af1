import { useState } from 'react';
import { loadClient } from '../../session/load.ts';
import { toastFailure } from '../ui/toast-failure.ts';

/** Asks the service to do something that no event tells of. A failure is told in a toast. @param onSent called whatever came of it */
export function useSystemRequest(onSent: () => void) {
  const [busy, setBusy] = useState(false);
  async function send(request: (token: string) => Promise<unknown>) {
    setBusy(true);
    try {
      const { asUser } = await loadClient();
      await asUser(request);
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(false);
      onSent();
    }
  }
  return { send, busy };
}
