/** One message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** An iCalendar file that the reader's calendar acts on; `method` is that of the file. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string };
  /** The part of the Message-ID before the `@`: unique, and the same at each try, so that a mail that arrives twice can be recognized. */
  readonly id: string;
}

/**
 * What became of a try.
 * - `sent`: the server has taken it.
 * - `refused`: the server will not take this mail, now or later.
 * - `passing`: it was not sent; another try may succeed.
 * - `unknown`: the connection ended before the server's answer came.
 */
export type MailOutcome =
  | { readonly outcome: 'sent' }
  | {
      readonly outcome: 'refused' | 'passing' | 'unknown';
      /** The server's reply code or the system's, never its text, which may quote the address. */
      readonly code: string;
    };

/** Sends mail. */
export interface Mailer {
  /** Never rejects because of anything that a mail server does. */
  send(mail: Mail, signal?: AbortSignal): Promise<MailOutcome>;
  close(): void;
}

/** Who mails come from. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}
