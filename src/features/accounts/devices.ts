/** Where a request comes from. */
export interface Device {
  readonly userAgent: string;
  /** Network address as limits count it; kept as a keyed hash only. */
  readonly address: string;
  /** Of the cookie by which a device that has signed in before is known; undefined without one. */
  readonly cookie: string | undefined;
}
