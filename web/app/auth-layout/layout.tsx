import { ArrowLeft } from 'lucide-react';
import { Link, Outlet } from 'react-router-dom';
import { hero } from '../../pictures/hero.ts';
import { ErrorPage } from '../../salon/frame/error-page.tsx';
import { PendingBar } from '../../salon/frame/pending-bar.tsx';
import { WithSalon } from '../../salon/frame/with-salon.tsx';
import { useOwnPicture, useSalon } from '../../salon/salon-context.ts';
import { ErrorBoundary } from '../../ui/loading/error-boundary.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useShownTheme } from '../../ui/theme/use-theme.ts';

/** The frame of signing in: the salon's picture on wide screens, its name, and the way back to the website. */
export function AuthLayout() {
  useShownTheme();
  return (
    <WithSalon>
      <PendingBar />
      <div className="grid min-h-svh grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(22rem,5fr)_minmax(0,7fr)]">
        <Side />
        <div className="flex min-w-0 flex-col wrap-anywhere">
          <TopBar />
          <main
            id="main"
            tabIndex={-1}
            className="flex flex-1 flex-col items-center px-4 pt-6 pb-16 sm:pt-[clamp(1.5rem,11svh,8rem)]"
          >
            <div className="w-full max-w-md">
              <ErrorBoundary fallback={<ErrorPage />}>
                <Outlet />
              </ErrorBoundary>
            </div>
          </main>
        </div>
      </div>
    </WithSalon>
  );
}

function Side() {
  const { name, tagline } = useSalon();
  const wide = useOwnPicture('hero');
  const upright = useOwnPicture('hero-upright');
  return (
    <aside className="on-dark relative isolate hidden overflow-hidden bg-plum-deep text-white lg:block">
      <div className="absolute inset-0 -z-10">
        <Picture
          of={upright ?? wide ?? hero.portrait}
          alt=""
          sizes="42vw"
          eager
          className="size-full object-cover"
        />
        <div
          aria-hidden="true"
          className="absolute inset-0 bg-linear-to-t from-plum-deep via-plum-deep/30 to-plum-deep/70"
        />
      </div>
      <div className="sticky top-0 flex h-svh flex-col justify-between p-10">
        <Link to="/" className="flex min-h-11 items-center self-start font-display text-lg">
          {name}
        </Link>
        <p className="max-w-xs font-display text-xl text-balance">{tagline}</p>
      </div>
    </aside>
  );
}

function TopBar() {
  const { name } = useSalon();
  return (
    <header className="flex min-h-18 flex-wrap items-center justify-between gap-x-4 px-4 sm:px-8">
      <Link to="/" className="flex min-h-11 min-w-0 items-center font-display text-lg lg:invisible">
        {name}
      </Link>
      <Link
        to="/"
        className="flex min-h-11 items-center gap-2 rounded-md text-sm font-medium text-stone hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Website
      </Link>
    </header>
  );
}
