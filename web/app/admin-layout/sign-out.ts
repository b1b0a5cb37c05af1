import { failureText } from '../../session/failure.ts';
import { loadClient } from '../../session/load.ts';
import { toastError, toastSuccess } from '../../ui/toast.tsx';

/** Signs out of this browser, in all its tabs. */
export async function signOut(): Promise<void> {
  try {
    const { client } = await loadClient();
    const { error } = await client.signOut({ scope: 'local' });
    if (error) throw error;
    toastSuccess('Signed out', 'You have been successfully signed out.');
  } catch (error) {
    toastError('Error', failureText(error));
  }
}
