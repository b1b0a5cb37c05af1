import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useMedia } from '../use-media.ts';
import { chosenTheme, DEVICE_IS_DARK, isDark, onThemeChosen, showTheme, type Theme } from './theme.ts';

/** The theme that was chosen, and whether it is dark here and now. */
export function useTheme(): { readonly theme: Theme; readonly dark: boolean } {
  const theme = useSyncExternalStore(onThemeChosen, chosenTheme);
  // Renders again when the device changes.
  useMedia(DEVICE_IS_DARK);
  return { theme, dark: isDark(theme) };
}

/** Shows the chosen theme for as long as the component is there. */
export function useShownTheme(): void {
  const { theme, dark } = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser's frame follows the device.
  useLayoutEffect(() => showTheme(theme), [theme, dark]);
  useLayoutEffect(() => () => showTheme(null), []);
}
