import type { REPLY_MEANINGS } from './message-words.ts';

/** Attachments that customers send by text. This module has no schemas, as `message-words.ts` has none. */
export const ATTACHMENT_KINDS = ['picture', 'video', 'voice', 'contact', 'file'] as const;
type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

export const ATTACHMENT_WORDS: Readonly<Record<AttachmentKind, string>> = {
  picture: 'Picture',
  video: 'Video',
  voice: 'Voice message',
  contact: 'Contact card',
  file: 'File',
};

/** @param contentType such as `image/jpeg`; empty where the provider didn't tell */
export function attachmentKindOf(contentType: string): AttachmentKind {
  const [type, subtype = ''] = contentType.toLowerCase().split('/');
  if (type === 'image') return 'picture';
  if (type === 'video') return 'video';
  if (type === 'audio') return 'voice';
  return subtype.includes('vcard') ? 'contact' : 'file';
}

/** Such as `a picture and 2 files`; empty without any. */
export function attachmentsText(kinds: readonly AttachmentKind[]): string {
  const counted = ATTACHMENT_KINDS.flatMap((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    if (count === 0) return [];
    const word = ATTACHMENT_WORDS[kind].toLowerCase();
    return count === 1 ? `a ${word}` : `${count} ${word}s`;
  });
  return [counted.slice(0, -1).join(', '), ...counted.slice(-1)].filter(Boolean).join(' and ');
}

interface Reply {
  readonly meaning: (typeof REPLY_MEANINGS)[number];
  /** The word by which they have opted out may have meant the booking. */
  readonly mayMeanCancel: boolean;
  /** The customer's words; null once they were erased. */
  readonly words: string | null;
  readonly attachments: readonly AttachmentKind[];
}

/** Says what a reply did, or has beside its words; null where its words say it all. */
export function explainReply({ meaning, mayMeanCancel, words, attachments }: Reply): string | null {
  const by = words === null ? 'by text' : `by texting “${words.trim()}”`;
  const sentences = {
    stop: [`The customer has opted out ${by}: nothing is sent to this number until they text START.`],
    start: [`The customer wants text messages again, and said so ${by}.`],
    help: ['The customer has asked for help; the texting service has answered.'],
    other: [],
  }[meaning];
  const all = [
    ...sentences,
    ...(mayMeanCancel ? ['They may have meant the appointment: please ask.'] : []),
    ...(attachments.length > 0 ? [`The customer has sent ${attachmentsText(attachments)}.`] : []),
  ];
  return all.length === 0 ? null : all.join(' ');
}
