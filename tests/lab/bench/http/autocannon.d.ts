/** The little of autocannon that the bench uses; the package brings no types. */
declare module 'autocannon' {
  interface Request {
    readonly method: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }

  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Requests in all. */
    readonly amount: number;
    /** Milliseconds between looks at whether all is done: the grain of `duration`. */
    readonly sampleInt: number;
    readonly requests: readonly (Request & {
      /** @param context of the connection; empty again with the first of its requests */
      readonly setupRequest?: (request: Request, context: { token?: string | undefined }) => Request;
      readonly onResponse?: (status: number, body: string, context: { token?: string | undefined }) => void;
    })[];
  }

  interface Result {
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    /** Seconds. */
    readonly duration: number;
  }

  function autocannon(options: Options): Promise<Result>;
  export = autocannon;
}
