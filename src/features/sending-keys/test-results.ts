import type { MailOutcome } from '../../adapters/mail/mail.ts';
import type { SendOutcome } from '../../adapters/sms/provider.ts';
import type { TestOutcome } from '../../contracts/settings/sending-keys.ts';

/** The result of a test, in plain words. It never contains the provider's own text, which may quote the message. */
export interface TestResult {
  readonly outcome: TestOutcome;
  readonly text: string;
}

const WRONG_ACCOUNT =
  'Twilio does not know this Account SID with this Auth Token. Please copy both anew from its console.';
const NOT_TEXTED = 'Twilio says that this number cannot be texted.';
const NOT_FROM =
  'Twilio says that texts cannot come from this number. Please enter a number of your account.';

const TEXT_CODES: Readonly<Record<number, string>> = {
  20003: WRONG_ACCOUNT,
  20404: WRONG_ACCOUNT,
  21211: NOT_TEXTED,
  21212: NOT_FROM,
  21408:
    'Your account may not text this country. You can allow it in Twilio’s console, under “Geo permissions”.',
  21606: NOT_FROM,
  21608: 'A trial account texts only numbers that you have confirmed in Twilio’s console.',
  21610: 'This number has opted out by texting STOP.',
  21614: NOT_TEXTED,
  21659: NOT_FROM,
  21660: NOT_FROM,
  21701: 'Twilio does not know this messaging service. Please copy its id anew.',
  21703: 'The messaging service has no number to send from. Please add one in Twilio’s console.',
};

const WRONG_PASSWORD =
  'The mail server does not accept the user name and password. Some services want a password for apps, made in their settings.';
const NO_SUCH_SERVER = 'There is no mail server of this name.';
const NO_ANSWER = 'The mail server does not answer at this port.';

const MAIL_CODES: Readonly<Record<string, string>> = {
  530: 'The mail server wants a user name and a password.',
  534: WRONG_PASSWORD,
  535: WRONG_PASSWORD,
  EAUTH: WRONG_PASSWORD,
  550: 'The mail server takes no mail from this address, or knows no such mailbox.',
  553: 'The mail server takes no mail from this address.',
  554: 'The mail server took it for spam, or takes no mail from this address.',
  EDNS: NO_SUCH_SERVER,
  ENOTFOUND: NO_SUCH_SERVER,
  ECONNECTION: NO_ANSWER,
  ECONNREFUSED: NO_ANSWER,
  ESOCKET: NO_ANSWER,
  GREETING_TIMEOUT: NO_ANSWER,
  ETIMEDOUT: NO_ANSWER,
  ETLS: 'The connection to the mail server cannot be encrypted. Please check the port.',
};

export const KEPT: Readonly<Record<'sms' | 'email', TestResult>> = {
  sms: {
    outcome: 'kept',
    text: 'Nothing was sent: texts aren’t set up. The test became a file on the server.',
  },
  email: {
    outcome: 'kept',
    text: 'Nothing was sent: mails aren’t set up. The test became a file on the server.',
  },
};

export const UNREADABLE: TestResult = {
  outcome: 'not-sent',
  text: 'The saved keys can’t be read any more. Please enter them again.',
};

export function textResult(result: SendOutcome): TestResult {
  switch (result.outcome) {
    case 'accepted':
      return { outcome: 'sent', text: 'Twilio has taken the text. It should arrive within a minute.' };
    case 'refused': {
      const { code } = result;
      const known = code === null ? undefined : TEXT_CODES[code];
      return {
        outcome: 'refused',
        text: known ?? `Twilio refused the text${code ? `, with the code ${code}` : ''}.`,
      };
    }
    case 'not-sent':
      return {
        outcome: 'not-sent',
        text:
          result.why === 'provider-busy'
            ? 'Twilio is too busy right now. Please try again in a minute.'
            : 'Twilio could not be reached. Please try again in a minute.',
      };
    case 'unknown':
      return { outcome: 'unknown', text: 'Twilio did not answer in time. The text may arrive all the same.' };
  }
}

/** @param to where it was sent */
export function mailResult(result: MailOutcome, to: string): TestResult {
  if (result.outcome === 'sent')
    return {
      outcome: 'sent',
      text: `The mail server has taken the mail to ${to}. Please look in your mailbox.`,
    };
  if (result.outcome === 'unknown')
    return { outcome: 'unknown', text: 'The connection broke off. The mail may arrive all the same.' };
  const { outcome, code } = result;
  const text = MAIL_CODES[code] ?? `The mail server could not take the mail (${code}).`;
  return { outcome: outcome === 'refused' ? 'refused' : 'not-sent', text };
}
