import { useAdminQuery } from '../../data/use-admin-query.ts';
import { useInstantText } from '../../ui/instant-text.ts';
import { AnswerForm } from './answer-form.tsx';
import { Attachments } from './attachments.tsx';
import { REPLIES } from './replies.ts';
import { replyBadgeOf } from './reply-badge.ts';

/** The customer's latest replies by text, each with its answer form. Renders nothing where there are none, and while loading. */
export function CustomerReplies({ customerId }: { customerId: string }) {
  const { data } = useAdminQuery(REPLIES, customerId);
  const instantText = useInstantText();
  if (!data || data.messages.length === 0) return null;
  return (
    <section aria-label="Texts from the customer" className="space-y-2">
      <h2 className="font-sans text-sm font-semibold tracking-normal">Texts from the customer</h2>
      <ul className="divide-y divide-line rounded-md border border-line bg-panel">
        {data.messages.map((message) => {
          const { word, icon: Icon, look } = replyBadgeOf(message);
          return (
            <li key={message.id} className="p-3.5 text-sm">
              <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pb-2 text-xs">
                <time dateTime={message.at} className="text-stone tabular-nums">
                  {instantText(message.at)}
                </time>
                <span
                  className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 font-medium ${look}`}
                >
                  <Icon aria-hidden="true" className="size-3.5" />
                  {word}
                </span>
              </p>
              {message.text && (
                <blockquote className="whitespace-pre-line wrap-anywhere">{message.text}</blockquote>
              )}
              <Attachments attachments={message.attachments} />
              <AnswerForm message={message} parameter="customer" />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
