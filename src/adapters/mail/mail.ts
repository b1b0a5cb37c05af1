/** One message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** An iCalendar file for the reader's calendar. `method` must be the same as in the file. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string };
  /**
   * The part of the Message-ID before the `@`. It is unique, and the same at each try, so that mail programs can recognize a mail
   * that arrives twice.
   */
  readonly id: string;
}

/**
 * How a try to send a mail ended.
 * - `sent`: the server has accepted it.
 * - `refused`: the server will not take this mail, now or later.
 * - `passing`: it was not sent for a reason that may pass; another try may succeed.
 * - `unknown`: the connection ended before the server's answer came.
 */
export type MailOutcome =
  | { readonly outcome: 'sent' }
  | {
      readonly outcome: 'refused' | 'passing' | 'unknown';
      /** The reply code of the server or an error code of the system. Never the text of a reply, which may quote the address. */
      readonly code: string;
    };

/** Sends mail. */
export interface Mailer {
  /** Never rejects, whatever the mail server does. */
  send(mail: Mail, signal?: AbortSignal): Promise<MailOutcome>;
  close(): void;
}

/** The sender's address and name on mails. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}
