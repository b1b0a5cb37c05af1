import type { LucideIcon } from 'lucide-react';

/** A line of a menu: it does something, leads somewhere, or switches something. */
export type MenuItem = {
  readonly label: string;
  readonly icon?: LucideIcon;
  /** A line above it parts it from what is before. */
  readonly beginsGroup?: boolean;
  /** In the colour of what can't be taken back. */
  readonly isGrave?: boolean;
} & (
  | { readonly onChoose: () => void; readonly isOn?: boolean }
  | { readonly to: string; readonly onChoose?: never }
);
