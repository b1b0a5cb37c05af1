import type { User } from '@supabase/auth-js';
import { LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { getMe } from '../../../src/contracts/accounts/accounts.ts';
import { ApiError, call } from '../../api.ts';
import { PageTitle } from '../../salon/page/page-title.tsx';
import { loadClient, useLoadedSession } from '../../session/load.ts';
import { FIRST_PASSWORD, STRONGER_PASSWORD, signInAddress } from '../../session/next-page.ts';
import { setSession } from '../../session/store.ts';
import { useQuery } from '../../ui/query/use-query.ts';
import { useLiveStatus } from '../data/live/live-store.ts';
import { OwnStylistContext, RoleContext } from '../data/role.ts';
import { Denied } from './denied.tsx';
import { HOME, homeFor, mayOpen } from './navigation.ts';

/**
 * Shows the admin area only to administrators. It protects no data: the server checks the permission with every request.
 */
export function Gate({ children }: { children: ReactNode }) {
  const session = useLoadedSession();
  const { pathname, search } = useLocation();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (session.status === 'signed-in') wasSignedIn.current = true;
  }, [session.status]);
  switch (session.status) {
    case 'loading':
      return <Checking />;
    case 'unavailable':
      return <Denied onRetry={() => window.location.reload()} />;
    case 'signed-out':
      // After signing out, nothing leads back here. If the session has ended by itself, the sign-in page leads back to this page.
      if (wasSignedIn.current && !session.hasEnded) return <Navigate to="/auth" replace />;
      return <Navigate to={signInAddress(pathname + search)} replace />;
    case 'code-needed':
      return <Navigate to={signInAddress(pathname + search)} replace />;
    case 'signed-in':
      return (
        <RoleGate key={session.user.id} user={session.user}>
          {children}
        </RoleGate>
      );
    default:
      return session satisfies never;
  }
}

async function loadMe(signal?: AbortSignal) {
  const { asUser } = await loadClient();
  return asUser((token) => call(getMe, { token, signal }));
}

/** Loads the page anew if the role has changed: that ends the stream of live updates, so the role is asked for again after that. */
function useReloadForRole(me: Awaited<ReturnType<typeof loadMe>> | undefined): void {
  const live = useLiveStatus();
  const wasLive = useRef(false);
  useEffect(() => {
    const isAgain = live === 'live' && wasLive.current;
    wasLive.current ||= live === 'live';
    if (!me || !(isAgain || live === 'ended')) return;
    loadMe().then(
      ({ role, rights, stylist_id }) => {
        if (role !== me.role || rights !== me.rights || stylist_id !== me.stylist_id)
          window.location.reload();
      },
      () => {},
    );
  }, [live, me]);
}

/** If the role can't be loaded, access is denied. */
function RoleGate({ user, children }: { user: User; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const me = useQuery('/api/me', loadMe);
  useReloadForRole(me.status === 'ready' ? me.data : undefined);
  const needsCode =
    me.status === 'failed' && me.error instanceof ApiError && me.error.code === 'second-factor-required';
  useEffect(() => {
    // A second factor was added elsewhere, so the session doesn't say that a code is needed.
    if (needsCode) setSession({ status: 'code-needed', user });
  }, [needsCode, user]);

  if (me.status === 'loading' || needsCode) return <Checking />;
  if (me.status === 'failed') return <Denied email={user.email} onRetry={me.reload} />;
  if (me.data.role !== 'admin') return <Denied email={user.email} />;
  if (me.data.needs_stronger_password) {
    const step = me.data.has_no_password ? FIRST_PASSWORD : STRONGER_PASSWORD;
    return <Navigate to={signInAddress(pathname + search, { step })} replace />;
  }
  // An older server doesn't say more than that somebody administers the salon.
  const role = me.data.rights ?? 'owner';
  if (!mayOpen(role, pathname)) {
    return pathname === HOME ? (
      <Navigate to={homeFor(role)} replace />
    ) : (
      <Denied email={user.email} home={homeFor(role)} />
    );
  }
  return (
    <RoleContext value={role}>
      <OwnStylistContext value={me.data.stylist_id}>{children}</OwnStylistContext>
    </RoleContext>
  );
}

function Checking() {
  return (
    <main className="flex min-h-svh items-center justify-center">
      <PageTitle>Administration</PageTitle>
      <div role="status">
        <LoaderCircle aria-hidden="true" className="size-8 animate-spin text-brass" />
        <h1 className="sr-only">Loading...</h1>
      </div>
    </main>
  );
}
