import type { RequestHandler } from 'express';
import { isSignedBy } from '../../adapters/sms/twilio.ts';
import { leaves, MESSAGE_CHANNELS, type MessageChannel } from '../../contracts/messages/message-words.ts';
import { createKeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { createMinuteLimit } from '../../http/limits/rate-limits.ts';
import type { NamesOf } from '../../http/operation/caller.ts';
import { refuse } from '../../http/refusal.ts';
import { createMessagesContext, type MessagesDeps } from './context.ts';
import { contentOf } from './mails/send-mail.ts';
import { createLastDecidedBy } from './pause/commands.ts';
import { type SendingDeps, startSending } from './sending/compose.ts';
import { createMessageCommands } from './staff/commands.ts';
import { mailsDecider, messagesDecider } from './staff/decider.ts';
import { createMessagesThatLeft } from './staff/messages-that-left.ts';
import { createNextText } from './staff/next-text.ts';
import { type MessageRoutesDeps, messageRoutes } from './staff/routes.ts';
import { createToldBy } from './staff/told-by.ts';
import { createWaitingMessages, type WaitingDeps } from './staff/waiting.ts';
import { exampleBooking, usualTexts } from './texts/templates.ts';
import { lastBookingTexted } from './texts/text-limits.ts';
import { createReplies } from './webhook/replies.ts';
import { TWILIO_PATH, twilioWebhook } from './webhook/webhook.ts';

/** The parts of the read side, and of the accounts, that the routes of staff ask. */
interface ReadModels
  extends Pick<
      MessageRoutesDeps,
      'on' | 'offeredServices' | 'checkStylist' | 'find' | 'phoneOf' | 'undelivered' | 'models'
    >,
    Pick<WaitingDeps, 'readContext'> {
  /** The names of users, by id. */
  readonly namesOf: NamesOf;
}

/**
 * Everything about messages to customers: staff's routes and the provider's webhook for processes that serve HTTP, the process manager
 * and the sender where the projector is active.
 */
export function composeMessages(deps: MessagesDeps) {
  const context = createMessagesContext(deps);
  const { config, log, pool, store, sending, channels, isOutbox, rules, whyUnsendable, optOutOf, now } =
    context;
  const { linkOf, brand, mails } = context;
  const nextTexts = createNextText({
    store,
    channels,
    isOutbox,
    mailOf: (words, ...about) => contentOf(words, { linkOf, brand, mails }, ...about),
    now,
  });

  const exampleOf = () => context.named(exampleBooking(now(), rules.timeZone));

  /** Whether messages really leave; false where they become files, since there is nothing to send them with. */
  const areSent = () => ({ sms: !isOutbox.sms(), email: !isOutbox.email() });

  const toldBy = (why: Parameters<typeof createToldBy>[0]['whyUnsendable']) =>
    createToldBy({ whyUnsendable: why, departureOf: nextTexts.departureOf, areSent });

  /** By which of the ways that reach a customer messages leave now: they are set up, and not paused. */
  async function confirmedBy(
    reached: Readonly<Record<MessageChannel, boolean>>,
  ): Promise<MessageChannel[] | undefined> {
    const state = await sending.read().catch(() => undefined);
    const isLeaving = (channel: MessageChannel) => areSent()[channel] && state && leaves(channel, state);
    return state && MESSAGE_CHANNELS.filter((channel) => reached[channel] && isLeaving(channel));
  }

  function mountRoutes({ on, readContext, namesOf, ...readSide }: ReadModels): void {
    const commands = createMessageCommands({
      streams: {
        // The words of staff are sealed.
        sms: createEventStreams(store, messagesDecider, { mutex: createKeyedMutex(), now }),
        email: createEventStreams(store, mailsDecider, { mutex: createKeyedMutex(), now }),
      },
      store,
      whyUnsendable,
      sending,
      now,
    });
    messageRoutes({
      ...readSide,
      on,
      commands,
      lateToldBy: toldBy(commands.whyNotTold),
      waiting: createWaitingMessages({ pool, store, channels, sending, readContext, now }),
      nextTexts,
      sending,
      sendingCommands: context.sendingCommands,
      lastDecidedBy: createLastDecidedBy(log, namesOf),
      areSent,
      usualTexts: async () => usualTexts(rules, await exampleOf()),
    });
  }

  /** The webhook that the provider of texts calls. As long as there is no account there, nothing answers. */
  function webhook(): RequestHandler {
    const recorder = context.recorderOf('sms');
    const router = twilioWebhook({
      publicUrl: deps.publicUrl,
      limitOfForged: createMinuteLimit(config.rateLimitPerMinute),
      async isSigned(...signed) {
        const { twilio } = deps.keysNow();
        return typeof twilio === 'object' && isSignedBy(twilio.authToken, ...signed);
      },
      recorder,
      receiveReply: createReplies({
        recorder,
        provider: context.smsProvider,
        store: log,
        lastBookingOf: lastBookingTexted(pool, context.hashLimit),
        hashNumber: context.hashNumber,
        now,
      }),
    });
    return (req, res, next) => {
      const { twilio } = deps.keysNow();
      if (twilio === undefined || !req.path.startsWith(TWILIO_PATH)) return next();
      // After a 503 the provider calls again.
      if (twilio === 'unreadable') throw refuse('unavailable');
      return router(req, res, next);
    };
  }

  return {
    mountRoutes,
    areSent,
    confirmedBy,
    /** An invented booking, as texts would tell of it. */
    exampleOf,
    webhook,
    startSending: (deps: SendingDeps) => startSending(context, deps),
    whyUnsendable,
    optOutOf,
    toldBy: toldBy(whyUnsendable),
    toldOf: createMessagesThatLeft({ log: store, timeZone: rules.timeZone, now }),
  };
}

export type Messages = ReturnType<typeof composeMessages>;
