import type { ChangeText } from '../../../../src/contracts/messages/change-text.ts';

type Mail = ChangeText['mail']['usual'];

/** The mail that would go: the usual one, or one with the words of staff. */
export const mailWith = ({ usual, own }: ChangeText['mail'], words: string | null): Mail =>
  words === null ? usual : { ...own, paragraphs: [words, ...own.paragraphs] };

/** Shows a mail before it is sent. */
export const MailPreview = ({ mail: { subject, paragraphs } }: { mail: Mail }) => (
  <details className="text-sm">
    <summary className="inline-flex min-h-6 cursor-pointer items-center text-stone underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11">
      Read the mail
    </summary>
    <div className="mt-1 space-y-1.5 rounded-md bg-sand px-2.5 py-1.5 whitespace-pre-line wrap-anywhere">
      <p className="font-medium">{subject}</p>
      <p>{paragraphs.join('\n\n')}</p>
    </div>
  </details>
);
