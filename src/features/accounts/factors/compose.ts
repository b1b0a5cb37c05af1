import { toE164 } from '../../../adapters/phone.ts';
import type { ProfileNow } from '../../../adapters/salon-profile/live-profile.ts';
import { deriveKey } from '../../../adapters/secrets/derived-keys.ts';
import type { SendText } from '../../../adapters/sms/provider.ts';
import type { SealingKeys } from '../../../eventsourcing/sealing/sealing-keys.ts';
import type { AccountsContext } from '../context.ts';
import { challengeEndpoints } from './code-challenges.ts';
import { enrolmentEndpoints } from './enrolment.ts';
import { passkeyCeremonyEndpoints } from './passkey-ceremonies.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { createPhoneCodes, phoneCodeText } from './phone-codes.ts';
import { createRecovery } from './recovery-codes.ts';
import { createRelyingParty } from './relying-party.ts';
import { createTotpSecrets } from './totp.ts';

export interface FactorsDeps {
  readonly context: AccountsContext;
  readonly keys: SealingKeys;
  readonly secretKey: string;
  readonly profile: ProfileNow;
  readonly sendText: SendText;
  /** Whether text messages are sent to the country of this number (E.164). */
  isServed(number: string): boolean;
}

/** Makes the endpoints for second factors, for recovery codes that replace a lost one, and for passkeys. */
export function composeFactors({ context, keys, secretKey, profile, sendText, isServed }: FactorsDeps) {
  const salonName = () => profile().name;
  const { host } = new URL(context.publicUrl);
  const codeKey = deriveKey(secretKey, 'account-code/v1');
  const recovery = createRecovery(context, codeKey);
  const factorContext = { ...context, secrets: createTotpSecrets(keys), isServed };
  return {
    recovery,
    endpoints: [
      // These come before the endpoints that have a factor's id in the same place of their paths.
      ...recovery.endpoints,
      ...enrolmentEndpoints({
        ...factorContext,
        salonName,
        toE164: (phone) => toE164(phone, profile().address.country),
      }),
      ...challengeEndpoints({
        ...factorContext,
        phoneCodes: createPhoneCodes(codeKey),
        sendCode: (phone, code) => sendText(phone, phoneCodeText(salonName(), code, host)),
      }),
      ...passkeyEndpoints(context),
      ...passkeyCeremonyEndpoints(context, createRelyingParty(context.publicUrl, salonName)),
    ],
  };
}
