import { useState } from 'react';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { SettingsTabs } from '../ui/settings-tabs.tsx';
import { FailedState } from '../ui/states.tsx';
import { AppearancePanel } from './appearance-panel.tsx';
import { CalendarAddressPanel } from './calendar-address-panel.tsx';
import { ACCOUNT, SESSIONS } from './panel/queries.ts';
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
  const { data: account, error, reload } = useAdminQuery(ACCOUNT, 'own');
  const { reload: reloadSessions } = useAdminQuery(SESSIONS, 'own');
  const [codesAreNext, setCodesAreNext] = useState(false);

  function onChanged() {
    reload();
    // A new second factor signs other devices out.
    reloadSessions();
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
      {error && <FailedState what="Your account couldn’t be loaded" error={error} onRetry={reload} />}
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
          <SessionsPanel />
          <SignInsPanel />
          <AppearancePanel />
        </>
      )}
      {!account && !error && <Loading />}
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
