import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import { refuse } from '../../http/refusal.ts';
import type { ReceiveReply } from './replies.ts';
import type { StatusReport } from './status-reports.ts';

/** Where the provider reports about texts, and hands over what customers text back. */
export const TWILIO_PATH = '/webhooks/twilio';

const MOST_BYTES = '32kb';
/** An answer that sends nothing. */
const NO_REPLY = '<Response/>';

const Sid = z.string().regex(/^[A-Z]{2}[0-9a-f]{32}$/);
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
});
const MOST_WORDS = 1_600;

const STATUS: Readonly<Record<string, StatusReport['status']>> = {
  accepted: 'accepted',
  scheduled: 'accepted',
  queued: 'accepted',
  sending: 'accepted',
  sent: 'accepted',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

interface Deps {
  readonly publicUrl: string;
  /** Whether the provider has signed the fields that it sent to an address. */
  isSigned(signature: string, url: string, fields: Readonly<Record<string, string>>): Promise<boolean>;
  receiveStatus(report: StatusReport): Promise<void>;
  readonly receiveReply: ReceiveReply;
}

/** Fields by name; a name that comes twice is nothing that the provider sends. */
const Fields = z.record(z.string(), z.string());

/**
 * Takes what the provider of texts reports, in whatever order and however often. Whoever else calls is refused. What can't be
 * recorded is answered with 503, and the provider reports it again.
 */
export function twilioWebhook({ publicUrl, isSigned, receiveStatus, receiveReply }: Deps): Router {
  async function signedFields(req: Request): Promise<Readonly<Record<string, string>>> {
    const fields = Fields.safeParse({ ...req.body });
    const signature = req.get('X-Twilio-Signature') ?? '';
    // By the address that the provider has called, whatever the proxy has made of it.
    const url = `${publicUrl}${req.originalUrl}`;
    if (!fields.success || !(await isSigned(signature, url, fields.data))) throw refuse('forbidden');
    return fields.data;
  }

  async function receive(req: Request): Promise<void> {
    const fields = await signedFields(req);
    const ids = Ids.safeParse(req.query);
    const report = Status.safeParse(fields);
    if (ids.success && report.success) {
      const { MessageSid: sid, MessageStatus, ErrorCode } = report.data;
      const status = STATUS[MessageStatus];
      if (status === undefined) return;
      const { booking: bookingId, attempt: attemptId } = ids.data;
      return receiveStatus({ bookingId, attemptId, status, sid, code: ErrorCode ?? null });
    }
    const inbound = Inbound.safeParse(fields);
    // From a short code, or something that the provider has added since: there is nothing in it for us.
    if (!inbound.success) return;
    const { MessageSid: sid, From: from, Body, OptOutType } = inbound.data;
    await receiveReply({ sid, from, words: Body.slice(0, MOST_WORDS), understoodAs: OptOutType });
  }

  const router = express.Router();
  router.post(TWILIO_PATH, express.urlencoded({ extended: false, limit: MOST_BYTES }), async (req, res) => {
    await receive(req);
    res.type('text/xml').set('Cache-Control', 'no-store').send(NO_REPLY);
  });
  return router;
}
