import { Paperclip } from 'lucide-react';
import type { AdminMessage } from '../../../../src/contracts/messages/messages.ts';
import { ATTACHMENT_WORDS } from '../../../../src/contracts/messages/reply-words.ts';

/** The pictures, voice messages and files of a reply, with their links at the provider of texts. Renders nothing without any. */
export function Attachments({ attachments }: Pick<AdminMessage, 'attachments'>) {
  if (attachments.length === 0) return null;
  return (
    <ul aria-label="Sent with it" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {attachments.map(({ kind, url }, index) => {
        const number = attachments.length > 1 ? ` ${index + 1}` : '';
        const word = `${ATTACHMENT_WORDS[kind]}${number}`;
        return (
          <li key={url ?? index} className="flex min-h-8 items-center gap-1.5">
            <Paperclip aria-hidden="true" className="size-3.5 text-stone" />
            {url === null ? (
              <span>{word}: no link</span>
            ) : (
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                className="underline decoration-brass underline-offset-4"
              >
                {word}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
