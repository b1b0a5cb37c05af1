import type { RequestClient } from 'twilio';
import { PROVIDER_ID } from '../../contracts/messages/provider-id.ts';
import { madeOnce } from '../made-once.ts';
import type { OutgoingText, Receipt, SendOutcome, SmsProvider, TryText } from './provider.ts';
import { twilioHttp } from './twilio-http.ts';

/** The salon's account at Twilio. */
export interface TwilioSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number of the salon, or the id of a messaging service (`MG…`). */
  readonly from: string;
  /** Instead of `https://api.twilio.com`. */
  readonly baseUrl: string | undefined;
}

const TOO_MANY_REQUESTS = 429;
const SID = new RegExp(`^${PROVIDER_ID}$`);
/** Texts of one page of a list. */
const PAGE_SIZE = 200;
/** Far more texts than a number can have got since any attempt that is looked up; a longer list counts as no answer. */
const MOST_PAGES = 10;
/** The connection wasn't made, so no request can have left. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** Makes Twilio repeat a report that we couldn't record: five times, after time-outs and 5xx. */
const REPORT_AGAIN = '#rc=5&rp=ct,rt,5xx';

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Tells the outcome of a failed call: unknown, unless the call was never sent or was refused. */
function outcomeOf(error: unknown): SendOutcome {
  const { status, code, cause } = error as { status?: unknown; code?: unknown; cause?: { code?: unknown } };
  if (isNumber(status)) {
    if (status === TOO_MANY_REQUESTS) return { outcome: 'not-sent', why: 'provider-busy' };
    if (status >= 400 && status < 500) return { outcome: 'refused', code: isNumber(code) ? code : null };
    return { outcome: 'unknown' };
  }
  return NEVER_CONNECTED.has(String(cause?.code))
    ? { outcome: 'not-sent', why: 'unreachable' }
    : { outcome: 'unknown' };
}

function receiptOf(status: string, code: number | null | undefined): Receipt {
  if (status === 'delivered' || status === 'read') return { status: 'delivered' };
  if (status === 'undelivered' || status === 'failed') return { status: 'failed', code: code ?? null };
  return { status: 'pending' };
}

interface Outgoing extends Pick<OutgoingText, 'to' | 'text'> {
  readonly statusCallback?: string;
}

/** The account, and one call for one text. A call is never repeated here: whether the first one was taken may be unknown. */
function accountAt(
  { accountSid, authToken, from, baseUrl }: TwilioSettings,
  httpClient: Pick<RequestClient, 'request'> = twilioHttp(baseUrl),
) {
  const { get: twilio } = madeOnce(async () => {
    const { default: connect } = await import('twilio');
    return connect(accountSid, authToken, { httpClient: httpClient as RequestClient });
  });
  const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from };

  async function send({ to, text, ...options }: Outgoing): Promise<SendOutcome> {
    const { messages } = await twilio();
    try {
      const { sid } = await messages.create({ ...sender, to, body: text, ...options });
      return SID.test(sid) ? { outcome: 'accepted', sid } : { outcome: 'unknown' };
    } catch (error) {
      return outcomeOf(error);
    }
  }
  return { twilio, send };
}

/** Sends texts that nobody asks about again, such as codes, and tells how each call ended. */
export const twilioTexts = (settings: TwilioSettings): TryText => accountAt(settings).send;

/**
 * Sends texts through Twilio, and asks what became of them.
 *
 * @param reportsTo address for reports about texts, without a query
 */
export function twilioProvider(
  settings: TwilioSettings,
  reportsTo: string,
  httpClient?: Pick<RequestClient, 'request'>,
): SmsProvider {
  const { twilio, send } = accountAt(settings, httpClient);
  return {
    async send({ to, text, bookingId, attemptId }) {
      const query = new URLSearchParams({ booking: bookingId, attempt: attemptId });
      return send({ to, text, statusCallback: `${reportsTo}?${query}${REPORT_AGAIN}` });
    },

    async find({ to, text, since }) {
      const { messages } = await twilio();
      const found: string[] = [];
      type Page = Pick<Awaited<ReturnType<typeof messages.page>>, 'instances' | 'nextPage'>;
      let page: Page = await messages.page({ to, dateSentAfter: since, pageSize: PAGE_SIZE });
      for (let pages = 1; pages <= MOST_PAGES; pages += 1) {
        for (const { sid, body, direction, dateCreated, dateSent } of page.instances) {
          // The latest come first, and the date may count as a whole day.
          if ((dateSent ?? dateCreated) < since) return found;
          if (body === text && direction !== 'inbound' && dateCreated >= since) found.push(sid);
        }
        const next = await page.nextPage();
        if (next === undefined) return found;
        page = next;
      }
      throw new Error('the provider lists too many texts to this number');
    },

    async receiptOf(sid) {
      const { status, errorCode } = await (await twilio()).messages(sid).fetch();
      return receiptOf(status, errorCode);
    },

    async receivedAt(sid) {
      const { dateSent, dateCreated } = await (await twilio()).messages(sid).fetch();
      const at = dateSent ?? dateCreated;
      if (!(at instanceof Date) || Number.isNaN(at.getTime())) throw new Error('the provider gave no time');
      return at;
    },
  };
}

/** Whether Twilio has signed what it sends, with the account's token. The package is loaded when the first request comes. */
export async function isSignedBy(
  authToken: string,
  signature: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { default: twilio } = await import('twilio');
  return twilio.validateRequest(authToken, signature, url, { ...fields });
}
