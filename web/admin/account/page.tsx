import { useState } from 'react';
import { LoadError } from '../../ui/loading/load-error.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { useLastData } from '../../ui/query/use-last-data.ts';
import { SettingsTabs } from '../ui/page/settings-tabs.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { AppearancePanel } from './appearance-panel.tsx';
import { CalendarAddressPanel } from './calendar-address-panel.tsx';
import { useAccount } from './panel/use-account.ts';
import { PasswordPanel } from './password-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { AuthenticatorPanel } from './second-factors/authenticator-panel.tsx';
import { PasskeysPanel } from './second-factors/passkeys-panel.tsx';
import { PhonePanel } from './second-factors/phone-panel.tsx';
import { RecoveryCodesPanel } from './second-factors/recovery-codes-panel.tsx';
import { SessionsPanel } from './sessions/sessions-panel.tsx';
import { SignInsPanel } from './sessions/sign-ins-panel.tsx';

/** The own account: profile, ways to sign in, and sessions. */
export function AccountPage() {
  const query = useAccount();
  const account = useLastData(query);
  const { reload } = query;
  const [changes, setChanges] = useState(0);
  const [codesAreNext, setCodesAreNext] = useState(false);

  function onChanged() {
    setChanges((count) => count + 1);
    reload();
  }
  /** After the first second factor, recovery codes are the next step. */
  function onAdded(): boolean {
    onChanged();
    const isNext = account?.recovery_codes_left === 0;
    setCodesAreNext(isNext);
    return isNext;
  }
  return (
    <div>
      <SettingsTabs />
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
          {account.role === 'admin' && <CalendarAddressPanel account={account} onChanged={onChanged} />}
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
