import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** Keys that do something, as `?` shows them. */
interface Shortcut {
  /** One key, or several pressed one after the other: `['g', 'c']`. Letters are small. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly run: () => void;
  /** Something else listens to it: here it is only named. */
  readonly isNamed?: boolean;
  /** It runs again and again as long as its key is held, as when it moves through a list. */
  readonly repeats?: boolean;
}

const useStore = create<{ readonly shortcuts: readonly Shortcut[] }>(() => ({ shortcuts: [] }));

export const useShortcuts = (): readonly Shortcut[] => useStore(({ shortcuts }) => shortcuts);

/** Makes keys do something as long as the component is shown; the one shown last wins. */
export function useShortcut(
  keys: readonly string[],
  label: string,
  run: () => void,
  { repeats = false }: { readonly repeats?: boolean } = {},
): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const pressed = keys.join(' ');
  useEffect(() => {
    const shortcut: Shortcut = { keys: pressed.split(' '), label, repeats, run: () => latest.current() };
    useStore.setState(({ shortcuts }) => ({ shortcuts: [shortcut, ...shortcuts] }));
    return () =>
      useStore.setState(({ shortcuts }) => ({ shortcuts: shortcuts.filter((one) => one !== shortcut) }));
  }, [pressed, label, repeats]);
}

/** Names keys in the list of shortcuts that a part of the page listens to by itself. */
export function useNamedKeys(named: readonly (readonly [keys: string, label: string])[]): void {
  useEffect(() => {
    const added = named.map(
      ([keys, label]): Shortcut => ({ keys: keys.split(' '), label, isNamed: true, run: () => {} }),
    );
    useStore.setState(({ shortcuts }) => ({ shortcuts: [...added.toReversed(), ...shortcuts] }));
    return () =>
      useStore.setState(({ shortcuts }) => ({ shortcuts: shortcuts.filter((one) => !added.includes(one)) }));
  }, [named]);
}

/** How long the second key of a sequence may take. */
const SEQUENCE_MS = 1_200;

/**
 * Reads keys for the shortcuts.
 *
 * @returns what takes each key; it tells whether the key was one of a shortcut's
 */
export function keyReader(shortcuts: () => readonly Shortcut[], now: () => number = () => performance.now()) {
  let begun: readonly string[] = [];
  let at = 0;
  return (key: string): boolean => {
    const typed = now() - at > SEQUENCE_MS ? [key] : [...begun, key];
    at = now();
    for (const sequence of [typed, [key]]) {
      const found = shortcuts().filter(({ keys }) => sequence.every((each, index) => keys[index] === each));
      const whole = found.find(({ keys }) => keys.length === sequence.length);
      begun = whole || found.length === 0 ? [] : sequence;
      whole?.run();
      if (found.length > 0) return true;
    }
    return false;
  };
}

/** Whether a key press is meant for a focused field, an open dialog or a menu, not for the page. */
function isElsewhere({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return true;
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return true;
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

/** Listens to the keys of all shortcuts that are shown. Once, in the shell. */
export function useShortcutKeys(): void {
  useEffect(() => {
    let isHeld = false;
    const read = keyReader(() =>
      useStore.getState().shortcuts.filter(({ repeats, isNamed }) => !isNamed && (repeats || !isHeld)),
    );
    const onKey = (event: KeyboardEvent) => {
      if (isElsewhere(event)) return;
      isHeld = event.repeat;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (read(key)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
