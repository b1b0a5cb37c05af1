/** A text that the provider has taken. */
export interface TakenText {
  readonly sid: string;
  readonly to: string;
  readonly body: string;
  readonly callback: URL;
  readonly at: Date;
  status: 'queued' | 'sent' | 'delivered' | 'undelivered';
  errorCode: number | null;
}
