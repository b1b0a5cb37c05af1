import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** A keyboard shortcut, as the list behind `?` shows it. */
interface Shortcut {
  /** One key, or several pressed one after the other: `['g', 'c']`. In lower case. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly run: () => void;
  /** It is only listed; another listener handles it. */
  readonly isNamed?: boolean;
  /** It repeats while the key is held, for example to move through a list. */
  readonly repeats?: boolean;
}

const useStore = create<{ readonly shortcuts: readonly Shortcut[] }>(() => ({ shortcuts: [] }));

export const useShortcuts = (): readonly Shortcut[] => useStore(({ shortcuts }) => shortcuts);

/** Registers a shortcut while the component is mounted. Of several for the same keys, the last one mounted wins. */
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

/** Adds keys to the list of shortcuts that a part of the page handles itself. */
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
 * Recognizes shortcuts in a series of key presses.
 *
 * @returns a function that takes each key, and returns whether it belongs to a shortcut
 */
export function keyReader(shortcuts: () => readonly Shortcut[], now: () => number = () => performance.now()) {
  let pressed: readonly string[] = [];
  let at = 0;
  return (key: string): boolean => {
    const typed = now() - at > SEQUENCE_MS ? [key] : [...pressed, key];
    at = now();
    for (const sequence of [typed, [key]]) {
      const matching = shortcuts().filter(({ keys }) =>
        sequence.every((each, index) => keys[index] === each),
      );
      const whole = matching.find(({ keys }) => keys.length === sequence.length);
      pressed = whole || matching.length === 0 ? [] : sequence;
      whole?.run();
      if (matching.length > 0) return true;
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

/** Handles the keys of all registered shortcuts. Used once, in the shell. */
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
