import { blockDate, unblockDate } from '../../../src/contracts/salon/admin-blocked-dates.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { call } from '../../api.ts';
import { defineCommand, patchOf } from '../data/command.ts';
import type { Acknowledged } from './affected/use-acknowledged.tsx';
import { BLOCKED_DATES } from './queries.ts';

export const BLOCK_DATE = defineCommand({
  name: 'block-date',
  thing: ({ date }: Acknowledged & { date: SalonDate; reason: string }) => `day/${date}` as const,
  send: ({ date, reason, acknowledged }, sending) =>
    call(blockDate, { ...sending, query: { acknowledged }, body: { blocked_date: date, reason } }),
});

export const UNBLOCK_DATE = defineCommand({
  name: 'unblock-date',
  thing: ({ date }: { id: string; date: SalonDate }) => `day/${date}` as const,
  send: ({ id }, sending) => call(unblockDate, { ...sending, params: { id } }),
  patches: ({ id }) => [patchOf(BLOCKED_DATES, (dates) => dates.filter((one) => one.id !== id))],
});
