import { useLayoutEffect, useSyncExternalStore } from 'react';
import { chosenTheme, DEVICE_IS_DARK, isDark, onThemeChosen, showTheme, type Theme } from './theme.ts';

const onDeviceChanged = (listener: () => void) => {
  const query = window.matchMedia(DEVICE_IS_DARK);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** The theme that was chosen, and whether it is dark here and now. */
export function useTheme(): { readonly theme: Theme; readonly dark: boolean } {
  const theme = useSyncExternalStore(onThemeChosen, chosenTheme);
  const dark = useSyncExternalStore(onDeviceChanged, () => isDark(theme));
  return { theme, dark };
}

/** Shows the chosen theme for as long as the component is there. */
export function useShownTheme(): void {
  const { theme, dark } = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser's frame follows the device.
  useLayoutEffect(() => showTheme(theme), [theme, dark]);
  useLayoutEffect(() => () => showTheme(null), []);
}
