import { TOTP } from 'otpauth';
import { textsIn } from '../messages/text-files.ts';
import type { Client } from './signed-in.ts';

const PERIOD_MS = 30_000;
const SIX_DIGITS = ['000000', '111111', '222222', '333333', '444444', '555555'];

/**
 * The codes of authenticator apps, by the clock that the service goes by. Each step's code is taken once, and no earlier one after
 * it: there are those of the step before (-1), of this one and of the next (1).
 */
export function authenticatorApps(now: Date) {
  const codeOf = (secret: string, step = 0): string =>
    new TOTP({ secret }).generate({ timestamp: now.getTime() + step * PERIOD_MS });
  return {
    codeOf,

    /** Six digits that no app shows for this secret. */
    wrongCode(secret: string): string {
      const right = [-1, 0, 1].map((step) => codeOf(secret, step));
      return SIX_DIGITS.find((code) => !right.includes(code)) ?? '';
    },

    /** Adds an authenticator app by the code of the step before, so that two are left. */
    async add(client: Client, friendlyName = 'Phone') {
      const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName });
      if (enrolled.error) throw enrolled.error;
      const { id, totp } = enrolled.data;
      const verified = await client.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret, -1) });
      if (verified.error) throw verified.error;
      return { id, secret: totp.secret, uri: totp.uri };
    },
  };
}

/** Texts that were sent to a number, oldest first, each with its code. */
export const textsTo = async (dataDir: string, to: string) =>
  (await textsIn(dataDir))
    .filter((one) => one.to === to)
    .map(({ text }) => ({ text, code: /#(\d{6})$/m.exec(text)?.[1] ?? '' }));
