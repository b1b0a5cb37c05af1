import type { UserAttributes } from '@supabase/auth-js';
import { useState } from 'react';
import { useAuthAction } from '../../session/use-auth-action.ts';

/**
 * Changes of what one signs in with. The server wants to know the current password as well, unless a second factor has just been
 * shown; it is asked for when that is so.
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
