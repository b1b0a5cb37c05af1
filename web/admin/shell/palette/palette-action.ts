import type { LucideIcon } from 'lucide-react';

export interface PaletteAction {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Additional search terms. */
  readonly words?: string;
  /** The shortcut that does the same. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}
