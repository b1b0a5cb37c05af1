import { KeyRound, LogIn } from 'lucide-react';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { fetchAuth } from '../../api.ts';
import { loadClient } from '../../session/load.ts';
import { signInAddress, useNextPage } from '../../session/next-page.ts';
import type { useAuthAction } from '../../session/use-auth-action.ts';
import { Button } from '../../ui/button.tsx';
import { useQuery } from '../../ui/query/use-query.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';

/** The sign-in service's methods besides passwords. */
const SignInSettings = z.object({
  external: z.record(z.string(), z.boolean()).default({}),
  /** Added by our own service: the names of the providers. */
  labels: z.record(z.string(), z.string()).default({}),
});

/** Entries that get no button. */
const NO_PROVIDERS = ['email', 'phone', 'anonymous_users'];

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Signing in by a passkey, or by an account at another service. It shares the form's action, and so its place for failures. */
export function OtherSignInMethods({ run, busy }: Pick<ReturnType<typeof useAuthAction>, 'run' | 'busy'>) {
  const next = useNextPage();
  const settings = useQuery('/auth/v1/settings', (signal) =>
    fetchAuth('/auth/v1/settings', SignInSettings, signal),
  );
  const hasPasskeys = usePasskeys();
  const { external, labels } = settings.status === 'ready' ? settings.data : { external: {}, labels: {} };
  const providers = Object.entries(external).filter(([name, on]) => on && !NO_PROVIDERS.includes(name));
  if (!hasPasskeys && providers.length === 0) return null;

  const byPasskey = () =>
    run(async ({ client, dataOf }) => {
      dataOf(await client.signInWithPasskey());
      toastSuccess('Welcome!');
    });
  const by = (provider: string) =>
    run(async ({ client, dataOf, addressOf }) =>
      dataOf(
        await client.signInWithOAuth({
          provider: provider as 'google',
          options: { redirectTo: addressOf(signInAddress(next)) },
        }),
      ),
    );

  return (
    <div className="space-y-3">
      <p className="flex items-center gap-4 text-sm text-stone before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {hasPasskeys && (
        <Button look="outline" aria-disabled={busy} onClick={byPasskey} className="w-full">
          <KeyRound aria-hidden="true" className="size-4" />
          Sign in with a passkey
        </Button>
      )}
      {providers.map(([name]) => (
        <Button key={name} look="outline" aria-disabled={busy} onClick={() => by(name)} className="w-full">
          <LogIn aria-hidden="true" className="size-4" />
          Continue with {labels[name as keyof typeof labels] ?? capitalized(name)}
        </Button>
      ))}
    </div>
  );
}

/**
 * Whether this browser supports passkeys. It then also offers them in the e-mail field's autofill; failures of that are not shown,
 * since the user may not have wanted it.
 */
function usePasskeys(): boolean {
  const [known] = useState(() => 'PublicKeyCredential' in window);
  useEffect(() => {
    if (!known) return;
    const controller = new AbortController();
    async function offer() {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      const { client } = await loadClient();
      if (controller.signal.aborted) return;
      const { signal } = controller;
      const { error } = await client.signInWithPasskey({ options: { mediation: 'conditional', signal } });
      if (!error) toastSuccess('Welcome!');
    }
    offer().catch(() => {});
    return () => controller.abort();
  }, [known]);
  return known;
}
