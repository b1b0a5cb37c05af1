import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureText } from '../../session/failure.ts';
import type { AuthLink } from '../../session/link.ts';
import { CONFIRMED, type LinkOutcome } from '../../session/link-outcome.ts';
import { loadClient } from '../../session/load.ts';
import { signInAddress, useNextPage } from '../../session/next-page.ts';
import { NewPasswordStep } from './new-password.tsx';
import { Waiting } from './waiting.tsx';

/** Redeems a link, drops it from the address, and goes on. */
export function LinkStep({ link }: { link: AuthLink }) {
  const next = useNextPage();
  const navigate = useNavigate();
  const redeemed = useRef(false);

  useEffect(() => {
    if (redeemed.current || isForPassword(link)) return;
    redeemed.current = true;
    const goOn = (outcome: LinkOutcome | null) =>
      navigate(signInAddress(next), { replace: true, state: outcome });
    redeem(link).then(goOn, async (error: unknown) => {
      const { isOfAnotherBrowser } = await loadClient();
      goOn(isOfAnotherBrowser(error) ? CONFIRMED : { tone: 'error', text: failureText(error) });
    });
  }, [link, next, navigate]);

  return isForPassword(link) ? <NewPasswordStep link={link} /> : <Waiting />;
}

type TokenLink = Extract<AuthLink, { kind: 'token' }>;

const isForPassword = (link: AuthLink): link is TokenLink =>
  link.kind === 'token' && (link.type === 'recovery' || link.type === 'invite');

/** Signs in by a link. @returns what to say; @throws the client's error, or one with the link's own message */
async function redeem(link: AuthLink): Promise<LinkOutcome | null> {
  if (link.kind === 'done') return CONFIRMED;
  const { client, dataOf } = await loadClient();
  switch (link.kind) {
    case 'code':
      dataOf(await client.exchangeCodeForSession(link.code));
      return null;
    case 'token':
      dataOf(await client.verifyOtp({ type: link.type, token_hash: link.tokenHash }));
      return null;
    case 'session':
      dataOf(await client.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken }));
      return null;
    case 'error':
      throw Object.assign(new Error(link.message), { status: 400 });
  }
}
