import { failureText } from '../../session/failure.ts';
import { loadClient } from '../../session/load.ts';
import { currentSession } from '../../session/store.ts';
import { toastError, toastErrorBeforeLeaving, toastSuccess } from '../../ui/toast/toast.tsx';

/** Signs out of this browser, in all its tabs. */
export async function signOut(): Promise<void> {
  try {
    const { leave } = await loadClient();
    await leave();
    toastSuccess('Signed out', 'You have been successfully signed out.');
  } catch (error) {
    const reason = failureText(error);
    // The client deletes this browser's session even if the request to the server fails, and that leads to the sign-in page.
    if (currentSession().status === 'signed-out')
      toastErrorBeforeLeaving('Signed out in this browser only', reason);
    else toastError('Error', reason);
  }
}
