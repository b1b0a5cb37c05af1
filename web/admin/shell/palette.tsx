import { Palette } from './palette/palette.tsx';
import { type ShellActions, useActions } from './use-actions.ts';

/** The palette with the commands of the shell, which are loaded with it. */
export function ShellPalette({ onClose, ...shell }: ShellActions & { readonly onClose: () => void }) {
  return <Palette actions={useActions(shell)} onClose={onClose} />;
}
