import type { MessageChannel } from '../../../contracts/messages/message-words.ts';
import type { NoticeKind, Notices } from './events.ts';

/** How a command has the customer told: `kind` by text, and `mail` by mail where that is another. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly mail?: NoticeKind | undefined;
  /** The words of staff, wherever one is `custom`. */
  readonly message?: string | undefined;
}

/** The customer isn't told. */
export const NOBODY: Notice = { kind: 'none' };

/** The choice of staff in the body of a request. */
interface Choice {
  readonly message: string | null;
  readonly notify?: boolean | undefined;
  readonly tell?: Readonly<Record<MessageChannel, boolean>> | undefined;
}

/** The notice that staff have chosen: their own words, or else the usual ones, in the channels by which they tell. */
export function noticeOf({ message, tell, notify = tell !== undefined }: Choice): Notice {
  const said = message !== null ? 'custom' : notify ? 'template' : 'none';
  const { sms = true, email = true } = tell ?? {};
  return {
    kind: sms ? said : 'none',
    mail: email ? said : 'none',
    ...(message !== null && (sms || email) && { message }),
  };
}

/** The usual messages, in the channels in which something was told before. */
export const usualWhere = ({ sms, email }: Notices): Notice =>
  noticeOf({ message: null, tell: { sms: sms !== 'none', email: email !== 'none' } });

/** The fields of an event whose personal part has nothing but the words of staff. */
export const noticeData = ({ kind: notice, mail = notice, message }: Notice) => ({
  notice,
  ...(mail !== notice && { mail }),
  ...(message !== undefined && { personal: { message } }),
});
