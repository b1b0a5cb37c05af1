import { toastSuccess } from '../ui/toast/toast.tsx';
import { client } from './client.ts';

/** Signs in by the code of a confirmation link, and says so. @returns whether it worked */
export async function redeemAtHome(code: string): Promise<boolean> {
  const { error } = await client.exchangeCodeForSession(code);
  if (!error) toastSuccess('Welcome!', 'Your email address is confirmed, and you are signed in.');
  return !error;
}
