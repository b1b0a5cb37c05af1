import { useEffect, useRef } from 'react';
import { useShortcut } from './shortcuts.ts';

const rowsNow = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.checkVisibility());

const rowOf = (row: HTMLElement) => row.closest('tr, li');

/** The row that has an element, such as the focus; -1 for none. */
const indexOf = (rows: readonly HTMLElement[], element: Node | null) =>
  rows.findIndex((row) => rowOf(row)?.contains(element));

/**
 * `j` and `k` go down and up the rows of a list, in which what opens a row is marked by `data-row`. When the row or button that has the focus
 * leaves the list, the row in its place gets it.
 */
export function useRowKeys(): void {
  const move = (by: 1 | -1) => {
    const rows = rowsNow();
    const at = indexOf(rows, document.activeElement);
    const next = at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1);
    rows[next]?.focus();
  };
  useShortcut(['j'], 'Next in the list', () => move(1), { repeats: true });
  useShortcut(['k'], 'Previous in the list', () => move(-1), { repeats: true });

  /** Where the focus is in the list, or was when it was lost. */
  const last = useRef(-1);
  useEffect(() => {
    const remember = ({ target }: Event) => {
      last.current = indexOf(rowsNow(), target as Node);
    };
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', remember);
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', remember);
    };
  }, []);
  useEffect(() => {
    if (last.current === -1 || document.activeElement !== document.body) return;
    const rows = rowsNow();
    rows[Math.min(last.current, rows.length - 1)]?.focus();
  });
}
