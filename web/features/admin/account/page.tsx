import { useState } from 'react';
import { PageHeader } from '../../../admin/ui/page-header.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useKept } from '../../../ui/use-kept.ts';
import { AppearancePanel } from './appearance-panel.tsx';
import { AuthenticatorPanel } from './authenticator-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PhonePanel } from './phone-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { RecoveryCodesPanel } from './recovery-codes-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';
import { useAccount } from './use-account.ts';

/** The account of whoever is signed in: who they are, how they sign in, and where they have. */
export function AccountPage() {
  const query = useAccount();
  const account = useKept(query);
  const { reload } = query;
  const [changes, setChanges] = useState(0);
  const [codesAreNext, setCodesAreNext] = useState(false);

  function onChanged() {
    setChanges((count) => count + 1);
    reload();
  }
  /** Whoever has no recovery codes yet goes on with them. */
  function onAdded(): boolean {
    onChanged();
    const isNext = account?.recovery_codes_left === 0;
    setCodesAreNext(isNext);
    return isNext;
  }
  return (
    <div>
      <PageHeader title="Account" />
      {query.status === 'failed' && <LoadError onRetry={reload}>Your account couldn’t be loaded.</LoadError>}
      {account && (
        <>
          <ProfilePanel account={account} onChanged={onChanged} />
          <PasswordPanel account={account} />
          <AuthenticatorPanel account={account} onChanged={onChanged} onAdded={onAdded} />
          <PhonePanel account={account} onChanged={onChanged} onAdded={onAdded} />
          <PasskeysPanel account={account} onChanged={onChanged} onAdded={onAdded} />
          <RecoveryCodesPanel
            account={account}
            isNext={codesAreNext && account.recovery_codes_left === 0}
            onChanged={onChanged}
          />
          <SessionsPanel changes={changes} />
          <SignInsPanel />
          <AppearancePanel />
        </>
      )}
      {!account && query.status === 'loading' && <Loading />}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="space-y-10 border-t border-line py-8">
      <span className="sr-only">Loading your account...</span>
      {['h-40', 'h-28', 'h-24'].map((height) => (
        <div key={height} className="grid gap-6 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-10">
          <Skeleton className="h-6 w-32" />
          <Skeleton className={`max-w-2xl ${height}`} />
        </div>
      ))}
    </div>
  );
}
