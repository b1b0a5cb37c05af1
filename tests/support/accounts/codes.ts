import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
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

interface SentText {
  readonly to: string;
  readonly text: string;
  readonly code: string;
}

/** Texts that were sent to a number, oldest first. */
export async function textsTo(dataDir: string, to: string): Promise<readonly SentText[]> {
  const folder = join(dataDir, 'sms');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt'));
  const written = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { at: (await stat(path)).mtimeMs, file: await readFile(path, 'utf8') };
    }),
  );
  const files = written.sort((one, other) => one.at - other.at).map(({ file }) => file);
  return files
    .filter((file) => file.startsWith(`To: ${to}\n`))
    .map((file) => ({
      to,
      text: file.slice(file.indexOf('\n\n') + 2),
      code: /#(\d{6})$/m.exec(file)?.[1] ?? '',
    }));
}
