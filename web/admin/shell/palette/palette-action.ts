import type { LucideIcon } from 'lucide-react';

/** Something that the palette can do. */
export interface PaletteAction {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Further words by which it is found. */
  readonly words?: string;
  /** The shortcut that does the same. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}
