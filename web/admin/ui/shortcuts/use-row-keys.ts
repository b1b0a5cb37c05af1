import { useEffect, useRef } from 'react';
import { useShortcut } from './shortcuts.ts';

/** A row that only keeps its place is inert, and counts as removed. */
export const isInert = (element: Element | null) => element?.closest('[inert]') != null;

const rowsNow = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].filter(
    (row) => row.checkVisibility() && !isInert(row),
  );

const rowOf = (row: HTMLElement) => row.closest('tr, li');

/** The index of the row that contains an element; -1 if none does. */
const indexOf = (rows: readonly HTMLElement[], element: Node | null) =>
  rows.findIndex((row) => rowOf(row)?.contains(element));

/** The other rows of a list, from the nearest one: those below first. */
export function rowsAround(element: Element): readonly HTMLElement[] {
  const rows = rowsNow();
  const at = indexOf(rows, element);
  return at === -1 ? [] : [...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
}

/**
 * `j` and `k` move the focus down and up the rows of a list. The element that opens a row is marked with `data-row`. When the focused
 * row is removed, the row that takes its place gets the focus.
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

  /** The row that has the focus, or had it when it was lost. */
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
    const { activeElement } = document;
    if (last.current === -1 || !(activeElement === document.body || isInert(activeElement))) return;
    const rows = rowsNow();
    rows[Math.min(last.current, rows.length - 1)]?.focus();
  });
}
