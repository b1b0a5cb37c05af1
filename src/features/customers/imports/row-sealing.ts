import type { SharedContact } from '../../../contracts/customers/imports.ts';
import { openBox, sealBox } from '../../../eventsourcing/sealing/sealed-box.ts';
import type { SealingKeys } from '../../../eventsourcing/sealing/sealing-keys.ts';
import type { Card } from '../events.ts';
import type { PlannedRow } from './rows.ts';

/** The key of an import is that of this stream. */
export const streamOf = (importId: string): string => `import-${importId}`;
const bindingOf = (importId: string, row: number): string => `${streamOf(importId)}/${row}`;

interface Boxed {
  readonly card: Card;
  /** Only for a row that isn't taken. */
  readonly shares?: readonly SharedContact[];
}

/** Seals a planned row; null for a known customer, about whom nothing is kept. */
export function boxOf(
  { row, card, plan }: PlannedRow,
  seal: (row: number, content: Boxed) => Buffer,
): Buffer | null {
  if (plan.do === 'import') return seal(row, { card });
  return plan.do === 'skip' ? seal(row, { card, shares: plan.shares }) : null;
}

/** Functions that seal and open rows of an import, by a key of its own; undefined once that is destroyed. */
export const rowSealing = (keys: SealingKeys) => async (importId: string) => {
  const key = await keys.keyFor(streamOf(importId));
  if (key === 'shredded') return undefined;
  return {
    seal: (row: number, content: Boxed) =>
      sealBox(key, bindingOf(importId, row), Buffer.from(JSON.stringify(content))),
    open: (row: number, box: Buffer): Boxed =>
      JSON.parse(openBox(key, bindingOf(importId, row), box).toString()),
  };
};
