import { getSending } from '../../../../src/contracts/messages/messages.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { whyNoTexts } from './no-texts.ts';

/** Whether messages are being sent, and how many wait. */
export const SENDING = defineQuery({
  name: 'sending',
  roles: getSending.roles,
  about: (): Topic[] => ['message', 'mail'],
  load: (_input: 'now', { after: _, ...options }) => call(getSending, options),
});

/** Why no texts leave now; undefined if they do, and while that isn't known. */
export function useNoTexts(): string | undefined {
  const { data } = useAdminQuery(SENDING, 'now');
  return data && whyNoTexts(data);
}
