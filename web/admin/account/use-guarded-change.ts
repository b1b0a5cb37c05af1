import type { UserAttributes } from '@supabase/auth-js';
import { useState } from 'react';
import { useAuthAction } from '../../session/use-auth-action.ts';

/**
 * Changes e-mail or password. The server requires the current password as well, unless a second factor has just been confirmed;
 * only then the user is asked for it.
 */
export function useGuardedChange() {
  const { run, busy, failure } = useAuthAction();
  const [asksPassword, setAsksPassword] = useState(false);

  const change = ({ current_password, ...attributes }: UserAttributes): Promise<boolean> =>
    run(async ({ client }) => {
      const proof = asksPassword && current_password ? { current_password } : {};
      const { error } = await client.updateUser({ ...attributes, ...proof });
      if (error?.code === 'reauthentication_needed') setAsksPassword(true);
      if (error) throw error;
      setAsksPassword(false);
    });

  return { change, busy, failure, asksPassword };
}
