import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { authLinkIn } from '../../session/link.ts';
import { CONFIRMED } from '../../session/link-outcome.ts';

/**
 * A link that confirms an e-mail address leads to the front page. There it signs in, or, where that is not possible, as
 * in another browser, the sign-in page asks for the password. Visits without a link load nothing for it.
 */
export function useAuthLink() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const link = pathname === '/' ? authLinkIn({ search, hash }) : null;
    if (!link) return;
    if (link.kind !== 'code') {
      navigate(`/auth${search}${hash}`, { replace: true });
      return;
    }
    // Dropped at once: a code works only once.
    navigate('/', { replace: true });
    import('../../session/redeem-at-home.ts')
      .then(({ redeemAtHome }) => redeemAtHome(link.code))
      .catch(() => false)
      .then((signedIn) => {
        if (!signedIn) navigate('/auth', { replace: true, state: CONFIRMED });
      });
  }, [pathname, search, hash, navigate]);
}
