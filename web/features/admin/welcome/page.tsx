import { ArrowRight, CircleUser } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PageTitle } from '../../../salon/page-title.tsx';
import { useSalon } from '../../../salon/salon-context.ts';
import { useSession } from '../../../session/store.ts';
import { PageHeading } from '../../../ui/heading.tsx';

/** What there is in the admin area. */
export function WelcomePage() {
  const { name } = useSalon();
  const session = useSession();
  const firstName =
    session.status === 'signed-in' ? String(session.user.user_metadata.first_name ?? '').trim() : '';
  return (
    <div className="max-w-3xl space-y-8">
      <PageTitle>Administration</PageTitle>
      <header className="space-y-2">
        <PageHeading>{firstName ? `Welcome, ${firstName}` : 'Welcome'}</PageHeading>
        <p className="text-stone">This is the administration of {name}.</p>
      </header>
      <Link
        to="/admin/account"
        className="group flex items-center gap-4 rounded-md border border-line bg-panel p-5 transition-colors hover:border-stone"
      >
        <CircleUser aria-hidden="true" className="size-6 shrink-0 text-brass" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">Account</span>
          <span className="block text-sm text-stone">
            Your name, password and second factor, and where you are signed in
          </span>
        </span>
        <ArrowRight
          aria-hidden="true"
          className="size-5 shrink-0 text-stone transition-transform group-hover:translate-x-1"
        />
      </Link>
    </div>
  );
}
