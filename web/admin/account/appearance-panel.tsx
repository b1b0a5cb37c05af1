import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, THEMES } from '../../ui/theme/theme.ts';
import { useTheme } from '../../ui/theme/use-theme.ts';
import { Panel } from './panel/panel.tsx';

const LOOKS = {
  system: { label: 'Automatic', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
};

/** Light or dark. Stored in this browser and not in the account, since it depends on the room the device is in. */
export function AppearancePanel() {
  const { theme } = useTheme();
  return (
    <Panel
      title="Appearance"
      about="How the administration looks in this browser. Automatic follows the device."
    >
      <fieldset>
        <legend className="sr-only">Theme</legend>
        <div className="grid overflow-hidden rounded-md border border-line bg-panel max-sm:divide-y sm:grid-cols-3 sm:divide-x divide-line">
          {THEMES.map((value) => {
            const { label, icon: Icon } = LOOKS[value];
            return (
              <label
                key={value}
                className="flex min-h-12 items-center gap-3 px-4 text-stone transition-colors hover:text-ink has-checked:bg-sand has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-brass"
              >
                <input
                  type="radio"
                  name="theme"
                  value={value}
                  checked={theme === value}
                  onChange={() => chooseTheme(value)}
                  className="size-4 accent-brass outline-none"
                />
                <Icon aria-hidden="true" className="size-4 shrink-0" />
                {label}
              </label>
            );
          })}
        </div>
      </fieldset>
    </Panel>
  );
}
