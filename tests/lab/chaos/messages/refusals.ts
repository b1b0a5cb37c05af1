import { ACCOUNT } from '../../../support/messages/twilio-double.ts';

/** A refusal of a text by Twilio: the status of the answer, and the published code. */
export interface Refusal {
  readonly status: number;
  readonly code: number;
}

const E164 = /^\+[1-9]\d{6,14}$/;
const MOST_CHARACTERS = 1_600;

const isUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/** Applies Twilio's published rules in the order in which it checks them. */
export function refusalOf(
  fields: URLSearchParams,
  authorization: string | undefined,
  optedOut: ReadonlySet<string>,
): Refusal | undefined {
  const { accountSid, authToken } = ACCOUNT;
  const credentials = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const [to, from, body] = ['To', 'From', 'Body'].map((name) => fields.get(name) ?? '');
  const callback = fields.get('StatusCallback');
  const rules: readonly (readonly [isBroken: boolean, status: number, code: number])[] = [
    [authorization !== credentials, 401, 20_003],
    [!to, 400, 21_604],
    [!from, 400, 21_603],
    [!body, 400, 21_602],
    [!E164.test(to ?? ''), 400, 21_211],
    [from !== ACCOUNT.from, 400, 21_606],
    [to === from, 400, 21_266],
    [(body ?? '').length > MOST_CHARACTERS, 400, 21_617],
    [callback !== null && !isUrl(callback), 400, 21_609],
    [!to?.startsWith('+1'), 400, 21_408],
    [optedOut.has(to ?? ''), 400, 21_610],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  return broken && { status: broken[1], code: broken[2] };
}
