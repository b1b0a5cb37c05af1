import type { LucideIcon } from 'lucide-react';

/** A menu item: an action, a link or a switch. */
export type MenuItem = {
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Shows a separator above it. */
  readonly beginsGroup?: boolean;
  /** For actions that can't be undone; shown in their colour. */
  readonly isGrave?: boolean;
} & (
  | { readonly onChoose: () => void; readonly isOn?: boolean }
  | { readonly to: string; readonly onChoose?: never }
);
