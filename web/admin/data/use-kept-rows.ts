import { useMutationState } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Topic } from './topics.ts';

/** How long a decided row keeps its place. */
const KEPT_MS = 1_000;

interface Kept<Row> {
  readonly row: Row;
  /** A command of ours on it is under way. */
  readonly isPending: boolean;
  /** It is no longer in the list, and can't be used. */
  readonly isKept: boolean;
}

/**
 * The rows of a list, and with them for a second those that a command of ours has just taken out of it. They keep their place, so
 * that no other row moves under a finger that presses twice.
 */
export function useKeptRows<Row extends { readonly id: string }>(
  rows: readonly Row[],
  thingOf: (row: Row) => Topic,
): readonly Kept<Row>[] {
  const pending = useMutationState({
    filters: { status: 'pending' },
    select: ({ options }) => options.scope?.id,
  });
  const [last, setLast] = useState({
    rows,
    pending,
    kept: [] as readonly { readonly row: Row; readonly index: number }[],
  });
  if (last.pending !== pending || !hasSameIds(last.rows, rows)) {
    const gone = last.rows.flatMap((row, index) =>
      last.pending.includes(thingOf(row)) && !hasId(rows, row) ? [{ row, index }] : [],
    );
    setLast({ rows, pending, kept: [...last.kept, ...gone] });
  }
  useEffect(() => {
    if (last.kept.length === 0) return;
    const timer = setTimeout(() => setLast((now) => ({ ...now, kept: [] })), KEPT_MS);
    return () => clearTimeout(timer);
  }, [last.kept]);
  const shown: Kept<Row>[] = rows.map((row) => ({
    row,
    isPending: pending.includes(thingOf(row)),
    isKept: false,
  }));
  for (const { row, index } of last.kept.filter(({ row }) => !hasId(rows, row)))
    shown.splice(index, 0, { row, isPending: false, isKept: true });
  return shown;
}

interface Identified {
  readonly id: string;
}
const hasId = (rows: readonly Identified[], { id }: Identified) => rows.some((row) => row.id === id);
const hasSameIds = (before: readonly Identified[], now: readonly Identified[]) =>
  before.length === now.length && before.every(({ id }, index) => id === now[index]?.id);
