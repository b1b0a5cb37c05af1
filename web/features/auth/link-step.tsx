import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureText } from '../../session/failure.ts';
import type { AuthLink } from '../../session/link.ts';
import { BEGUN_ELSEWHERE, CONFIRMED, type LinkOutcome } from '../../session/link-outcome.ts';
import { loadClient } from '../../session/load.ts';
import { signInAddress, useNextPage } from '../../session/next-page.ts';
import { currentSession } from '../../session/store.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { linkErrorText } from './link-errors.ts';
import { Loading } from './loading.tsx';

/** A link that is redeemed without any input. */
type RedeemedLink = Exclude<AuthLink, { kind: 'token' }>;

/** Redeems a link, removes it from the address, and continues. */
export function LinkStep({ link }: { link: RedeemedLink }) {
  const next = useNextPage();
  const navigate = useNavigate();
  const redeemed = useRef(false);

  useEffect(() => {
    if (redeemed.current) return;
    redeemed.current = true;
    const goOn = (outcome: LinkOutcome | null) =>
      navigate(signInAddress(next), { replace: true, state: outcome });
    redeem(link).then(goOn, async (error: unknown) => {
      const { isOfAnotherBrowser } = await loadClient();
      goOn(isOfAnotherBrowser(error) ? BEGUN_ELSEWHERE : { tone: 'error', text: failureText(error) });
    });
  }, [link, next, navigate]);

  return <Loading />;
}

/** Signs in by a link. @returns the message to show; @throws the client's error */
async function redeem(link: RedeemedLink): Promise<LinkOutcome | null> {
  switch (link.kind) {
    case 'done':
      return CONFIRMED;
    case 'code': {
      const { client, dataOf } = await loadClient();
      dataOf(await client.exchangeCodeForSession(link.code));
      // With a second factor there is another step, which welcomes the user at its end.
      if (currentSession().status === 'signed-in') toastSuccess('Welcome!');
      return null;
    }
    case 'error':
      return { tone: 'error', text: linkErrorText(link.code) };
  }
}
