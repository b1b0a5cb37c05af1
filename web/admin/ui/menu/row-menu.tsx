import { Ellipsis } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useIsWaiting } from '../controls-of.tsx';
import { Menu } from './menu.tsx';
import type { MenuItem } from './menu-item.ts';

/** Keeps the focus, as a disabled button wouldn't, and stays closed. */
const IGNORING: ComponentProps<'button'> = {
  'aria-disabled': true,
  onPointerDown: (event) => event.preventDefault(),
  onKeyDown: (event) => ['Enter', ' ', 'ArrowDown'].includes(event.key) && event.preventDefault(),
};

/** A button with three dots that opens the menu of a row. */
export function RowMenu({ label, actions }: { label: string; actions: readonly MenuItem[] }) {
  const isWaiting = useIsWaiting();
  return (
    <Menu
      aria-label={label}
      items={actions}
      {...(isWaiting && IGNORING)}
      className="inline-flex size-9 items-center justify-center rounded-md text-stone hover:bg-sand hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-60 focus-visible:-outline-offset-2 pointer-coarse:size-11"
    >
      <Ellipsis aria-hidden="true" className="size-5" />
    </Menu>
  );
}
