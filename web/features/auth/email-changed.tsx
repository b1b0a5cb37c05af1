import { useEffect } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import type { LinkOutcome } from '../../session/link-outcome.ts';
import { loadClient } from '../../session/load.ts';
import type { SessionState } from '../../session/store.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { Waiting } from './waiting.tsx';

const SIGN_IN_WITH_IT: LinkOutcome = {
  tone: 'info',
  text: 'Your new email address is confirmed. Please sign in with it.',
};

/**
 * After the link to a new address, which the server has confirmed by now. The link's code isn't used: it would replace a
 * session that may have had two factors.
 */
export function EmailChanged({ session: { status } }: { session: SessionState }) {
  if (status === 'loading') return <Waiting />;
  if (status === 'signed-in') return <Renewal />;
  return <Navigate to="/auth" replace state={SIGN_IN_WITH_IT} />;
}

/** Renews the session, which has the old address. */
function Renewal() {
  const navigate = useNavigate();
  useEffect(() => {
    let left = false;
    loadClient()
      .then(({ client }) => client.refreshSession())
      .catch(() => {})
      .finally(() => {
        if (left) return;
        toastSuccess('Email address changed');
        navigate('/admin/account', { replace: true });
      });
    return () => {
      left = true;
    };
  }, [navigate]);
  return <Waiting />;
}
