import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { errorCode, StartupError } from '../adapters/startup-error.ts';
import { refuseUnreadable } from './unreadable-request.ts';

/** An open port. Requests wait until `serve` says what handles them. */
export interface HttpListener {
  /** The port listened on, also where the system chose it. */
  readonly port: number;
  /** Handles requests to these paths until `serve`; all others still wait. */
  serveEarly(paths: readonly string[], handler: RequestListener): void;
  serve(handler: RequestListener): void;
  /** Takes no more connections, lets requests under way finish, then cuts what is left after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/**
 * Opens the port before anything slow is begun, so that a taken one is told at once.
 *
 * @throws StartupError in one line when the port or address can't be had
 */
export async function openPort({ host, port }: { host: string; port: number }): Promise<HttpListener> {
  const { promise: ready, resolve: serve } = Promise.withResolvers<RequestListener>();
  let handler: RequestListener | undefined;
  let early: { paths: readonly string[]; handler: RequestListener } | undefined;
  const server = createServer((req, res) => {
    const [path = ''] = (req.url ?? '').split('?');
    if (handler !== undefined) handler(req, res);
    else if (early?.paths.includes(path)) early.handler(req, res);
    else void ready.then((answer) => answer(req, res));
  });
  server.on('clientError', refuseUnreadable);
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new StartupError(explain(errorCode(error), host, port));
  });
  const address = server.address();

  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    serveEarly: (paths, answer) => {
      early = { paths, handler: answer };
    },
    serve: (answer) => {
      handler = answer;
      serve(answer);
    },
    close: async (graceMs) => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), handler === undefined ? 0 : graceMs);
      await closed;
      clearTimeout(cut);
    },
  };
}

function explain(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: stop the other program, or set PORT.`;
    case 'EACCES':
      return `Port ${port} needs rights this user does not have: set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is not an address of this machine.`;
    default:
      return `Port ${port} on ${host} could not be opened (${code}).`;
  }
}
