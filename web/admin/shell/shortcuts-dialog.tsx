import { Dialog } from '../ui/dialog/dialog.tsx';
import { useShortcuts } from '../ui/shortcuts/shortcuts.ts';

const ALWAYS = [
  { keys: ['Ctrl K'], label: 'Search and commands' },
  { keys: ['Ctrl B'], label: 'Sidebar' },
  { keys: ['Esc'], label: 'Close what is open' },
];

/** Signs of keys whose names are long. */
const SIGNS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' };

/** A list of all keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcuts();
  const shown = [...shortcuts].reverse();
  return (
    <Dialog title="Keyboard shortcuts" width="narrow" onClose={onClose}>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2">
        {[...shown, ...ALWAYS].map(({ keys, label }) => (
          <div key={`${label} ${keys.join(' ')}`} className="contents">
            <dt>{label}</dt>
            <dd className="flex justify-end gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-md border border-line bg-sand px-1.5 text-center font-sans text-xs leading-6"
                >
                  {SIGNS[key] ?? key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
