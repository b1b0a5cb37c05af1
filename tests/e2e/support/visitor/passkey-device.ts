import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** A device with a fingerprint reader, whose finger is always on it. */
export async function givenAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  onTestFinished(() => session.detach());
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
