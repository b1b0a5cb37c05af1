/** The theme of pages that have a light and a dark look: the device's, unless somebody has chosen one. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
/** The colour of the browser's own frame: that of the page in `styles/theme.css`. */
const FRAME = { light: '#FAF7F2', dark: '#1C1519' };

export const DEVICE_IS_DARK = '(prefers-color-scheme: dark)';

const listeners = new Set<() => void>();

/** Reads the theme that was chosen in this browser. */
export function chosenTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === kept) ?? 'system';
  } catch {
    // Storage may be forbidden.
    return 'system';
  }
}

export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // It then lasts as long as the page.
  }
  showTheme(theme);
  for (const listener of listeners) listener();
}

/** Calls back after a choice here or in another tab. @returns ends that */
export function onThemeChosen(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Whether a theme is dark on this device. */
export const isDark = (theme: Theme): boolean =>
  theme === 'dark' || (theme === 'system' && window.matchMedia(DEVICE_IS_DARK).matches);

/** @param theme null for pages that have one look only */
export function showTheme(theme: Theme | null): void {
  const { dataset } = document.documentElement;
  if (theme === null) delete dataset.theme;
  else dataset.theme = theme;
  const frame = theme !== null && isDark(theme) ? FRAME.dark : FRAME.light;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', frame);
}
