import { Menu, X } from 'lucide-react';
import { useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { useSalon } from '../../salon/salon-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { MAIN_LINKS } from './main-links.ts';

const ID = 'small-menu';

/**
 * The main links on a small screen. It is the browser's own popover, which opens before any script has run, closes on
 * Escape and on a click outside, and returns the focus. Following a link loads no new document, so it closes it here.
 */
export function SmallMenu() {
  const { calls_to_action } = useSalon();
  const menu = useRef<HTMLElement>(null);
  const close = () => menu.current?.hidePopover();
  return (
    <>
      <button
        type="button"
        popoverTarget={ID}
        aria-label="Menu"
        className="-mr-2 flex size-[44px] items-center justify-center [&_svg]:size-[24px]"
      >
        <Menu aria-hidden="true" className="group-has-popover-open:hidden" />
        <X aria-hidden="true" className="hidden group-has-popover-open:block" />
      </button>
      <nav
        id={ID}
        ref={menu}
        popover="auto"
        aria-label="Menu"
        className="fixed inset-x-0 top-(--header-height) bottom-auto w-full border-b border-line bg-ivory text-ink shadow-md open:animate-enter"
      >
        <ul className="frame flex flex-col py-4">
          {MAIN_LINKS.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                onClick={close}
                className="flex min-h-12 items-center font-display text-xl underline-offset-8 aria-[current=page]:underline"
              >
                {label}
              </NavLink>
            </li>
          ))}
          <li className="mt-4">
            <NavLink to="/book" onClick={close} className={`${buttonClass()} w-full`}>
              {calls_to_action.book_now}
            </NavLink>
          </li>
        </ul>
      </nav>
    </>
  );
}
