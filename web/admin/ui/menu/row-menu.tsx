import { Ellipsis } from 'lucide-react';
import { Menu } from './menu.tsx';
import type { MenuItem } from './menu-item.ts';

/** A button with three dots that opens the menu of a row. */
export function RowMenu({ label, actions }: { label: string; actions: readonly MenuItem[] }) {
  return (
    <Menu
      aria-label={label}
      items={actions}
      className="inline-flex size-9 items-center justify-center rounded-md text-stone hover:bg-sand hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:size-11"
    >
      <Ellipsis aria-hidden="true" className="size-5" />
    </Menu>
  );
}
