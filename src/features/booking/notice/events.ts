import { z } from 'zod';
import type { MessageChannel } from '../../../contracts/messages/message-words.ts';
import { personal } from '../../../eventsourcing/event-types.ts';

/** How an event has its customer told: by the usual message of a channel, by one in staff's own words, or not at all. */
const notice = z.enum(['template', 'custom', 'none']);
export type NoticeKind = z.infer<typeof notice>;

/** How an event has the customer told in each channel. */
export type Notices = Readonly<Record<MessageChannel, NoticeKind>>;

/** The fields of an event about a change that the customer may be told. */
export const noticeFields = {
  /** The text message. */
  notice,
  /** The mail, where it isn't as the text message. */
  mail: notice.optional(),
};

/** The words of staff, the same in each channel. */
export const noticeText = personal({ message: z.string().max(1600) }).optional();

/** An event that says nothing of it is told in the usual words. */
export const noticesOf = ({
  notice: sms = 'template',
  mail = sms,
}: {
  readonly notice?: NoticeKind | undefined;
  readonly mail?: NoticeKind | undefined;
}): Notices => ({ sms, email: mail });
