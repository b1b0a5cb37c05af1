import { ArrowLeft, LogOut, Moon, PanelLeft, Search, Sun } from 'lucide-react';
import { Tooltip } from 'radix-ui';
import type { ReactElement } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { useSalon } from '../../salon/salon-context.ts';
import { chooseTheme } from '../../ui/theme.ts';
import { useTheme } from '../../ui/use-theme.ts';
import { openPalette } from './commands.tsx';
import { ENTRIES } from './entries.ts';
import { signOut } from './sign-out.ts';

const itemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left text-sm font-medium text-stone transition-colors hover:bg-sand hover:text-ink aria-[current=page]:bg-sand aria-[current=page]:text-ink forced-colors:aria-[current=page]:underline';

const IS_MAC = navigator.userAgent.includes('Mac');

/** From 768 px on. Collapsed it shows icons alone, each with its name beside it. */
export function Sidebar({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  const { name } = useSalon();
  const { dark } = useTheme();
  const [ThemeIcon, otherTheme] = dark ? [Sun, 'Light theme'] : [Moon, 'Dark theme'];
  const label = (text: string) => <span className={collapsed ? 'sr-only' : 'truncate'}>{text}</span>;
  return (
    <Tooltip.Provider delayDuration={200}>
      <aside
        className={`sticky top-0 hidden h-svh shrink-0 flex-col border-r border-line bg-panel transition-[width] md:flex ${
          collapsed ? 'w-14 px-1.5' : 'w-60 px-3'
        } py-3`}
      >
        <div className={`flex items-center gap-1 pb-4 ${collapsed ? 'flex-col' : 'justify-between pl-3'}`}>
          {!collapsed && (
            <Link to="/admin" className="flex min-h-11 min-w-0 items-center font-display text-base leading-5">
              {name}
            </Link>
          )}
          <Named name={collapsed ? 'Expand sidebar' : ''}>
            <button
              type="button"
              aria-expanded={!collapsed}
              aria-controls="sidebar"
              aria-keyshortcuts="Control+B Meta+B"
              onClick={onToggle}
              className="flex size-11 shrink-0 items-center justify-center rounded-md text-stone hover:bg-sand hover:text-ink"
            >
              <PanelLeft aria-hidden="true" className="size-5" />
              <span className="sr-only">Sidebar</span>
            </button>
          </Named>
        </div>
        <div id="sidebar" className="flex flex-1 flex-col justify-between">
          <nav aria-label="Administration">
            <Named name={collapsed ? 'Search' : ''}>
              <button
                type="button"
                aria-keyshortcuts="Control+K Meta+K"
                onClick={openPalette}
                className={itemClass}
              >
                <Search aria-hidden="true" className="size-5 shrink-0" />
                {label('Search')}
                {!collapsed && (
                  <span aria-hidden="true" className="ml-auto font-sans text-xs font-normal">
                    {IS_MAC ? '⌘ K' : 'Ctrl K'}
                  </span>
                )}
              </button>
            </Named>
            <ul className="space-y-1 pt-1">
              {ENTRIES.map(({ to, label: text, icon: Icon }) => (
                <li key={to}>
                  <Named name={collapsed ? text : ''}>
                    <NavLink to={to} end className={itemClass}>
                      <Icon aria-hidden="true" className="size-5 shrink-0" />
                      {label(text)}
                    </NavLink>
                  </Named>
                </li>
              ))}
            </ul>
          </nav>
          <ul className="space-y-1 border-t border-line pt-3">
            <li>
              <Named name={collapsed ? otherTheme : ''}>
                <button
                  type="button"
                  onClick={() => chooseTheme(dark ? 'light' : 'dark')}
                  className={itemClass}
                >
                  <ThemeIcon aria-hidden="true" className="size-5 shrink-0" />
                  {label(otherTheme)}
                </button>
              </Named>
            </li>
            <li>
              <Named name={collapsed ? 'Back to Website' : ''}>
                <Link to="/" className={itemClass}>
                  <ArrowLeft aria-hidden="true" className="size-5 shrink-0" />
                  {label('Back to Website')}
                </Link>
              </Named>
            </li>
            <li>
              <Named name={collapsed ? 'Sign Out' : ''}>
                <button type="button" onClick={signOut} className={itemClass}>
                  <LogOut aria-hidden="true" className="size-5 shrink-0" />
                  {label('Sign Out')}
                </button>
              </Named>
            </li>
          </ul>
        </div>
      </aside>
    </Tooltip.Provider>
  );
}

/** A name beside something that shows an icon alone; empty for none. */
function Named({ name, children }: { name: string; children: ReactElement }) {
  return (
    <Tooltip.Root {...(name === '' && { open: false })}>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          side="right"
          sideOffset={8}
          className="z-50 rounded-md bg-ink px-2.5 py-1.5 text-sm text-panel shadow-md"
        >
          {name}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
