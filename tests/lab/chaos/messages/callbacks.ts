import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import twilio from 'twilio';
import { ACCOUNT } from '../../../support/messages/twilio-double.ts';
import type { TakenText } from './taken-text.ts';

/** A report comes within so long, in any order with the others. */
const LATEST_MS = 4_000;
/** So many of a hundred reports come twice, and so many never. */
const REPEATED = 25;
const LOST = 3;
const TRY_AGAIN_AFTER_MS = 1_000;
const INBOUND_TRIES = 10;

/** Reports about texts, as a provider makes them that keeps to its promises about none of them. */
export function createCallbacks(random: () => number) {
  const underWay = new Set<Promise<void>>();

  async function posted(to: URL, fields: Readonly<Record<string, string>>): Promise<number> {
    // The part after the hash says how often to try again, and isn't sent.
    const url = to.href.replace(/#.*/, '');
    const signature = twilio.getExpectedTwilioSignature(ACCOUNT.authToken, url, fields);
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(15_000),
    });
    await response.arrayBuffer();
    return response.status;
  }

  async function delivered(to: URL, fields: Readonly<Record<string, string>>): Promise<void> {
    const tries = 1 + Number(/\brc=(\d)/.exec(to.hash)?.[1] ?? 0);
    for (let left = tries; left > 0; left -= 1) {
      const status = await posted(to, fields).catch(() => 503);
      if (status < 500) return;
      await sleep(TRY_AGAIN_AFTER_MS);
    }
  }

  function begin(work: Promise<void>): void {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  }

  async function reportAt(text: TakenText, MessageStatus: TakenText['status']): Promise<void> {
    if (random() * 100 < LOST) return;
    const times = random() * 100 < REPEATED ? 2 : 1;
    const fields = {
      MessageSid: text.sid,
      MessageStatus,
      ...(MessageStatus === 'undelivered' && { ErrorCode: '30003' }),
    };
    for (let time = 0; time < times; time += 1) {
      await sleep(random() * LATEST_MS);
      await delivered(text.callback, fields);
    }
  }

  return {
    /** Decides a text's fate and the reports about it. @param failure the carrier's code; null for a good end */
    report(text: TakenText, failure: number | null): void {
      text.status = failure === null ? 'delivered' : 'undelivered';
      text.errorCode = failure;
      for (const status of ['queued', 'sent', text.status] as const) begin(reportAt(text, status));
    },

    async inbound(webhook: URL, from: string, words: string): Promise<void> {
      const MessageSid = `SM${randomUUID().replaceAll('-', '')}`;
      const fields = { MessageSid, From: from, To: ACCOUNT.from, Body: words, OptOutType: words };
      for (let left = INBOUND_TRIES; left > 0; left -= 1) {
        if ((await posted(webhook, fields).catch(() => 503)) === 200) return;
        await sleep(TRY_AGAIN_AFTER_MS);
      }
      throw new Error(`${words} was not taken`);
    },

    async ended(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
