import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from 'express';
import { z } from 'zod';
import { PROVIDER_ID } from '../../../contracts/messages/provider-id.ts';
import { withoutDirections } from '../../../contracts/plain-text.ts';
import { addressOf, type MinuteLimit } from '../../../http/limits/rate-limits.ts';
import { refusingEarly } from '../../../http/operation/json-body.ts';
import { Refused, refuse } from '../../../http/refusal.ts';
import type { OutcomeRecorder, ReplyAttachment } from '../ledger/record-outcome.ts';
import type { ReceiveReply } from './replies.ts';

/** The URL at which the provider reports about texts, and hands over what customers text back. */
export const TWILIO_PATH = '/webhooks/twilio';

/** The longest text that a customer can send has 19 kB when each of its characters is an emoji; ten pictures add 3 kB. */
const MOST_BYTES = 28_672;
/** The provider sends about thirty, and two for each picture. */
const MOST_FIELDS = 100;
/** An HMAC-SHA1 in base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{27}=$/;
const signatureOf = (req: Request) => req.get('X-Twilio-Signature') ?? '';
/** A response that sends no text back. */
const NO_REPLY = '<Response/>';

const Sid = z.string().regex(new RegExp(`^${PROVIDER_ID}$`));
const Ids = z.object({ booking: z.guid(), attempt: z.guid() });
const Status = z.object({
  MessageSid: Sid,
  MessageStatus: z.string(),
  ErrorCode: z.coerce.number().int().optional().catch(undefined),
});
const Inbound = z.object({
  MessageSid: Sid,
  From: z.string().regex(/^\+[1-9]\d{6,14}$/),
  Body: z.string().default(''),
  OptOutType: z.string().optional(),
  NumMedia: z.coerce.number().int().min(0).max(10).catch(0),
});
/** The URL of a picture, a voice message or a file at the provider. */
const MediaUrl = z.url({ protocol: /^https?$/ }).max(1_000);
const MediaContentType = z.string().max(100);
const MOST_CHARACTERS = 1_600;

/** Cleans a text before it is kept: whole characters, and no control characters but tabs and line breaks. */
const keepable = (text: string) =>
  withoutDirections(text)
    .slice(0, MOST_CHARACTERS)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .replace(/[^\P{Cc}\t\r\n]/gu, '');

/** The pictures, voice messages and files that a text came with. Each is told of, even where its link can't be used. */
const attachmentsOf = (fields: Readonly<Record<string, string>>, count: number): ReplyAttachment[] =>
  Array.from({ length: count }, (_, index) => ({
    url: MediaUrl.safeParse(fields[`MediaUrl${index}`]).data ?? null,
    contentType: MediaContentType.safeParse(fields[`MediaContentType${index}`]).data ?? '',
  }));

/** The meaning of the provider's status words for an attempt. */
const EVENT_TYPES: Readonly<Record<string, 'MessageSent' | 'MessageDelivered' | 'MessageFailed'>> = {
  accepted: 'MessageSent',
  scheduled: 'MessageSent',
  queued: 'MessageSent',
  sending: 'MessageSent',
  sent: 'MessageSent',
  delivered: 'MessageDelivered',
  read: 'MessageDelivered',
  undelivered: 'MessageFailed',
  failed: 'MessageFailed',
  canceled: 'MessageFailed',
};

interface Deps {
  readonly publicUrl: string;
  /** Whether the provider has signed the fields that it sent to an address. */
  isSigned(signature: string, url: string, fields: Readonly<Record<string, string>>): Promise<boolean>;
  readonly recorder: Pick<OutcomeRecorder, 'record'>;
  readonly receiveReply: ReceiveReply;
  /** Limits forged calls only, so that the provider's own are accepted whatever else comes from its address. */
  readonly limitOfForged: MinuteLimit;
}

/** Rejects calls without a signature before their body is read. */
const signedOnly: RequestHandler = (req, _res, next) =>
  next(SIGNATURE.test(signatureOf(req)) ? undefined : refuse('forbidden'));

const parseForm = refusingEarly(
  MOST_BYTES,
  express.urlencoded({ extended: false, limit: MOST_BYTES, parameterLimit: MOST_FIELDS, inflate: false }),
);

/** Answers a malformed form with 4xx: with 503 the provider would send it again. */
const readForm: RequestHandler = (req, res, next) =>
  parseForm(req, res, (error?: unknown) => {
    if (!error) return next();
    const { status } = error as { readonly status?: number };
    if (status === 413) return next(refuse('payload-too-large'));
    return next(refuse(status === 415 ? 'unsupported-media-type' : 'validation-failed'));
  });

/** Fields by name; the provider never sends a name twice. */
const Fields = z.record(z.string(), z.string());

/**
 * The webhook that the provider of texts calls, in any order and repeatedly. Calls without a valid signature are refused. What can't be
 * recorded is answered with 503, and the provider calls again.
 */
export function twilioWebhook(deps: Deps): Router {
  const { publicUrl, isSigned, recorder, receiveReply, limitOfForged } = deps;

  async function signedFields(req: Request): Promise<Readonly<Record<string, string>>> {
    const fields = Fields.safeParse({ ...req.body });
    // The signature covers the public URL, which a proxy may have rewritten.
    const url = `${publicUrl}${req.originalUrl}`;
    if (!fields.success || !(await isSigned(signatureOf(req), url, fields.data))) throw refuse('forbidden');
    return fields.data;
  }

  async function receive(req: Request, fields: Readonly<Record<string, string>>): Promise<void> {
    const ids = Ids.safeParse(req.query);
    const report = Status.safeParse(fields);
    if (ids.success && report.success) {
      const { MessageSid: sid, MessageStatus, ErrorCode } = report.data;
      const type = EVENT_TYPES[MessageStatus];
      if (type === undefined) return;
      // The ids in the callback's URL count, not the sid: a report may come before it is recorded that the provider took the text.
      const { booking: bookingId, attempt: attemptId } = ids.data;
      const data = { attemptId, sid };
      return recorder.record(
        bookingId,
        type === 'MessageFailed' ? { type, data: { ...data, code: ErrorCode ?? null } } : { type, data },
      );
    }
    const inbound = Inbound.safeParse(fields);
    // It came from a short code, or is of a kind that the provider has added since: it is ignored.
    if (!inbound.success) return;
    const { MessageSid: sid, From: from, Body, OptOutType, NumMedia } = inbound.data;
    const attachments = attachmentsOf(fields, NumMedia);
    await receiveReply({ sid, from, text: keepable(Body), attachments, understoodAs: OptOutType });
  }

  const countForged: ErrorRequestHandler = async (error, req, res, next) => {
    if (error instanceof Refused && !res.locals.isSigned) await limitOfForged(addressOf(req));
    next(error);
  };

  const router = express.Router();
  router.post(TWILIO_PATH, signedOnly, readForm, async (req, res) => {
    const fields = await signedFields(req);
    res.locals.isSigned = true;
    await receive(req, fields);
    res.type('text/xml').set('Cache-Control', 'no-store').send(NO_REPLY);
  });
  router.use(TWILIO_PATH, countForged);
  return router;
}
