import { answerMessage, dismissMessage, getAnswering } from '../../../contracts/messages/answers.ts';
import { getChangeText } from '../../../contracts/messages/change-text.ts';
import { tellLate } from '../../../contracts/messages/late.ts';
import type { MessageChannel } from '../../../contracts/messages/message-words.ts';
import {
  changeSending,
  getSending,
  resendMessage,
  type SendingState,
  sendBookingMessage,
} from '../../../contracts/messages/messages.ts';
import { getUsualTexts, type UsualTexts } from '../../../contracts/messages/usual-texts.ts';
import { getBookingMessages, type UndeliveredMessage } from '../../../contracts/messages/waiting-messages.ts';
import { PROBLEMS } from '../../../contracts/problem.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import type { NamedModel } from '../../../http/operation/projected.ts';
import { refuse } from '../../../http/refusal.ts';
import { endMinutesOf, minutesOf } from '../../../salon/salon-time.ts';
import type { CheckStylist } from '../../known-stylist.ts';
import type { SendingCommands } from '../pause/commands.ts';
import type { SendingSwitch } from '../pause/switch.ts';
import type { MessageCommands } from './commands.ts';
import type { NextTexts } from './next-text.ts';
import type { createToldBy } from './told-by.ts';
import type { WaitingMessages } from './waiting.ts';

export interface MessageRoutesDeps {
  readonly on: Mount;
  readonly commands: MessageCommands;
  /** The booking and the channel of a message, and whether it is a customer's reply. */
  find(
    messageId: string,
  ): Promise<
    { readonly bookingId: string; readonly channel: MessageChannel; readonly isReply: boolean } | undefined
  >;
  /** The phone number of a booking as it was typed. */
  phoneOf(bookingId: string): Promise<string | null>;
  readonly sending: Pick<SendingSwitch, 'read'>;
  /** The name of the member of staff who last paused or resumed messages, if any. */
  lastDecidedBy(): Promise<string | null>;
  readonly waiting: WaitingMessages;
  /** The text that would be sent if staff asked for one now, and when the last one that was asked for will leave. */
  readonly nextTexts: NextTexts;
  /** Messages about a booking that did not reach its customer. */
  undelivered(bookingId: string): Promise<UndeliveredMessage[]>;
  /** Read models that are shown with what waits. */
  readonly models: readonly NamedModel[];
  readonly sendingCommands: Pick<SendingCommands, 'change'>;
  /** The usual texts, filled in for an example. */
  usualTexts(): Promise<UsualTexts>;
  /** Whether messages really leave; false where they become files, since there is nothing to send them with. */
  areSent(): Readonly<Record<MessageChannel, boolean>>;
  /** The outcomes of messages by which staff told that they are running late. */
  readonly lateToldBy: ReturnType<typeof createToldBy>;
  readonly checkStylist: CheckStylist;
  /** The active services among these. */
  offeredServices(ids: readonly string[]): readonly { readonly id: string; readonly name: string }[];
}

const ALL = { sms: true, email: true };

/** Staff's operations on messages to customers. */
export function messageRoutes(deps: MessageRoutesDeps): void {
  const { on, commands, find, sending, lastDecidedBy, waiting } = deps;
  /** The text is already requested by then, so the request doesn't fail if this can't be found out. */
  const departureOf = (bookingId: string) => deps.nextTexts.departureOf('sms', bookingId).catch(() => null);

  on(getUsualTexts, async () => ({ body: await deps.usualTexts() }));

  on(
    getChangeText,
    async ({ params: { id }, query: { kind, date, time, end_time, services, stylist_id, anyone } }) => {
      deps.checkStylist(stylist_id);
      const to = {
        ...(date && { date }),
        ...(time && { start: minutesOf(time) }),
        ...(end_time && { end: endMinutesOf(end_time) }),
      };
      const offered = deps.offeredServices(services ?? []);
      const named = services?.map((one) => ({ id: one, name: offered.find(({ id }) => id === one)?.name }));
      const texts = await deps.nextTexts.changeText(id, {
        kind,
        to,
        services: named,
        stylistId: anyone ? null : stylist_id,
      });
      if (texts === null) throw refuse('booking-not-found');
      return { body: texts };
    },
  );

  on(sendBookingMessage, async ({ params: { id }, run }) => {
    const { position } = await commands.request(id, run);
    return { body: { id, queued: true, departure: await departureOf(id), position } };
  });

  on(tellLate, async ({ params: { id }, body: { minutes, text, tell = ALL }, run }) => {
    const { reached, position } = await commands.tellLate(id, { minutes, words: text, tell }, run);
    const noticeIn = (channel: MessageChannel) => (reached.includes(channel) ? 'custom' : 'none');
    const told = await deps.lateToldBy(id, { sms: noticeIn('sms'), email: noticeIn('email') });
    return { body: { id, queued: true, ...told, position } };
  });

  on(resendMessage, async ({ params: { id }, run }) => {
    const message = await find(id);
    if (message === undefined) throw refuse('message-not-found');
    const { position } = await commands.resend(message.channel, message.bookingId, id, run);
    return { body: { id, queued: true, position } };
  });

  /** The booking that a customer's reply is about. */
  async function bookingOfReply(id: string): Promise<string> {
    const message = await find(id);
    if (!message?.isReply) throw refuse('message-not-found');
    return message.bookingId;
  }

  on(
    getAnswering,
    async ({ params: { id } }) => {
      const bookingId = await bookingOfReply(id);
      const [why, phone] = await Promise.all([commands.whyUnanswerable(bookingId), deps.phoneOf(bookingId)]);
      return { body: { phone, why_not: why && PROBLEMS[why].detail } };
    },
    deps.models,
  );

  on(answerMessage, async ({ params: { id }, body: { text, answers_seen }, run }) => {
    const bookingId = await bookingOfReply(id);
    const answer = { replyId: id, words: text, answersSeen: answers_seen };
    const { position } = await commands.answer(bookingId, answer, run);
    return { body: { id, queued: true, departure: await departureOf(bookingId), position } };
  });

  on(dismissMessage, async ({ params: { id }, run }) => {
    const message = await find(id);
    if (message === undefined) throw refuse('message-not-found');
    const { bookingId, channel, isReply } = message;
    const { position } = isReply
      ? await commands.dismiss(bookingId, id, run)
      : await commands.dismissMessage(channel, bookingId, id, run);
    return { body: { id, position } };
  });

  async function state(): Promise<SendingState> {
    const { paused, why } = await sending.read();
    const areSent = deps.areSent();
    return {
      paused,
      why,
      by: paused && why === 'staff' ? await lastDecidedBy() : null,
      waiting: await waiting.count(),
      has_provider: areSent.sms,
      has_mail_server: areSent.email,
    };
  }

  on(getSending, async () => ({ body: await state() }));

  on(changeSending, async ({ body: { paused }, run }) => {
    const position = await deps.sendingCommands.change(paused, run);
    return { body: { ...(await state()), position } };
  });

  on(
    getBookingMessages,
    async ({ params: { id } }) => {
      const [waits, failed, next] = await Promise.all([
        waiting.of(id),
        deps.undelivered(id),
        deps.nextTexts.nextText(id),
      ]);
      if (!waits) throw refuse('booking-not-found');
      return { body: { waiting: waits, undelivered: failed, next_text: next } };
    },
    deps.models,
  );
}
