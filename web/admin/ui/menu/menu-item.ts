import type { LucideIcon } from 'lucide-react';

/** A menu item: an action, a link or a switch. */
export type MenuItem = {
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Shows a separator above it. */
  readonly beginsGroup?: boolean;
  /** Whether it can't be undone; such items have a colour of their own. */
  readonly isGrave?: boolean;
} & (
  | { readonly onChoose: () => void; readonly isOn?: boolean }
  | { readonly to: string; readonly onChoose?: never }
);
