import type { User } from '@supabase/auth-js';
import { create } from 'zustand';

/** The session here, in every tab of this browser. */
export type SessionState =
  | { readonly status: 'loading' }
  /** The client's code couldn't be loaded. */
  | { readonly status: 'unavailable' }
  | {
      readonly status: 'signed-out';
      /** Somebody was signed in, and didn't sign out here. */
      readonly hasEnded?: boolean;
    }
  /** Signed in by one factor, while the account has a second one. */
  | { readonly status: 'code-needed'; readonly user: User }
  | { readonly status: 'signed-in'; readonly user: User };

const LOADING: SessionState = { status: 'loading' };

const useStore = create<{ readonly session: SessionState }>(() => ({ session: LOADING }));

export const useSession = (): SessionState => useStore(({ session }) => session);

export const setSession = (session: SessionState) => useStore.setState({ session });

/** Reads the session at this moment, outside of rendering. */
export const currentSession = (): SessionState => useStore.getState().session;
