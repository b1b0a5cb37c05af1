import type { User } from '@supabase/auth-js';

export type SecondFactorMethod =
  | { readonly kind: 'totp'; readonly factorId: string; readonly name: string | undefined }
  | { readonly kind: 'phone'; readonly factorId: string; readonly number: string }
  | { readonly kind: 'passkey' }
  | { readonly kind: 'recovery' };

/** The methods of an account, the preferred one first. */
export function methodsOf({ factors }: User): readonly SecondFactorMethod[] {
  const verified = factors?.filter(({ status }) => status === 'verified') ?? [];
  const apps = verified.filter(({ factor_type }) => factor_type === 'totp');
  const phones = verified.filter(({ factor_type }) => factor_type === 'phone');
  // If only the server knows a factor and the session doesn't, it was added elsewhere. Most likely it is a passkey.
  const hasPasskey =
    'PublicKeyCredential' in window &&
    (verified.length === 0 || verified.some(({ factor_type }) => factor_type === 'webauthn'));
  return [
    ...apps.map(({ id, friendly_name }) => ({
      kind: 'totp' as const,
      factorId: id,
      name: apps.length > 1 ? friendly_name : undefined,
    })),
    ...phones.map((factor) => ({ kind: 'phone' as const, factorId: factor.id, number: numberOf(factor) })),
    ...(hasPasskey ? [{ kind: 'passkey' as const }] : []),
    { kind: 'recovery' },
  ];
}

/** A factor's phone number, which is missing in the client's types. Before the code was entered, it is partly masked. */
function numberOf(factor: object): string {
  const { phone } = factor as { readonly phone?: unknown };
  return typeof phone === 'string' ? phone : 'your phone';
}

/** The instruction on the page. */
export function promptOf(method: SecondFactorMethod): string {
  switch (method.kind) {
    case 'totp':
      return method.name
        ? `Enter the 6-digit code that “${method.name}” shows.`
        : 'Enter the 6-digit code that your authenticator app shows.';
    case 'phone':
      return `We can text a 6-digit code to ${method.number}.`;
    case 'passkey':
      return 'Confirm that it is you with your fingerprint, face or PIN.';
    case 'recovery':
      return 'Enter one of the recovery codes that you kept. Each works once.';
  }
}

/** The label of the button that switches to it. */
export function linkOf(method: SecondFactorMethod): string {
  switch (method.kind) {
    case 'totp':
      return method.name ? `Use “${method.name}”` : 'Use an authenticator app';
    case 'phone':
      return `Text a code to ${method.number}`;
    case 'passkey':
      return 'Use a passkey';
    case 'recovery':
      return 'Use a recovery code';
  }
}
