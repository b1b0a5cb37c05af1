import { MessageSquareReply } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { type AdminMessage, listMessages } from '../../../../src/contracts/messages/messages.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { adminButtonClass } from '../../ui/button.tsx';
import { ATTENTION } from './use-undelivered.ts';

/** The texts of customers that nobody has answered yet. */
const UNANSWERED = defineQuery({
  name: 'unanswered',
  roles: listMessages.roles,
  about: (): Topic[] => ['message'],
  load: (_input: 'now', { after, ...options }) =>
    call(listMessages, {
      ...options,
      query: { state: 'attention', status: 'received', limit: '100', after },
    }),
});

/** For each appointment, the last text of its customer that nobody has answered, by the appointment's id. */
export function useUnanswered(): ReadonlyMap<string, AdminMessage> {
  const isAny = (useAdminQuery(ATTENTION, 'now').data?.questions ?? 0) > 0;
  const { data } = useAdminQuery(UNANSWERED, isAny ? 'now' : null);
  return useMemo(() => {
    const messages = isAny ? (data?.messages ?? []) : [];
    return new Map(messages.toReversed().map((message) => [message.booking_id, message]));
  }, [isAny, data]);
}

/** A text of a customer that waits for an answer, and the way there. */
export const UnansweredWords = ({ message: { id, text, customer_name } }: { message: AdminMessage }) => (
  <span className="relative flex items-center gap-2 text-sm">
    <MessageSquareReply aria-hidden="true" className="size-3.5 shrink-0 text-warn" />
    <span className="line-clamp-3 min-w-0 flex-1 wrap-anywhere">
      <span className="sr-only">Unanswered: </span>“{text ?? 'A picture or a file'}”
    </span>
    <Link
      to={`/admin/messages?state=attention&message=${id}`}
      aria-label={`Reply to ${customer_name ?? 'the customer'}`}
      className={adminButtonClass('outline', true)}
    >
      Reply
    </Link>
  </span>
);
