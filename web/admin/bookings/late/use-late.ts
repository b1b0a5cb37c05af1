import { useMemo } from 'react';
import type { z } from 'zod';
import type { countMessages } from '../../../../src/contracts/messages/message-count.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { ATTENTION } from '../messages/use-undelivered.ts';

type Late = z.infer<typeof countMessages.answer.body>['late'][number];

/** How late staff say that they are. */
export const LATE_MINUTES = [5, 10, 15, 30] as const;

const LEFT: readonly Late['status'][] = ['claimed', 'sent', 'delivered', 'no-receipt'];

/** `told 15 min late`, as far as the text, or the mail, has left. */
export const lateText = ({ minutes, status }: Late): string => {
  if (status === null) return `being told ${minutes} min late`;
  return LEFT.includes(status) ? `told ${minutes} min late` : `not told ${minutes} min late`;
};

/** How late the customer of each appointment was last told that we are, by the appointment's id. */
export function useLate(): ReadonlyMap<string, Late> {
  const { data } = useAdminQuery(ATTENTION, 'now');
  return useMemo(() => new Map(data?.late.map((one) => [one.booking_id, one])), [data]);
}
