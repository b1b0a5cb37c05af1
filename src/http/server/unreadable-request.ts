import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientFault } from '../../adapters/metrics.ts';
import type { ProblemCode } from '../../contracts/problem.ts';
import { problemOf } from '../problem-details.ts';

interface Refusal {
  readonly fault: ClientFault;
  readonly code: ProblemCode;
}

/** How a request is refused, by the error code of Node's parser. All other codes mean that the request isn't HTTP. */
function refusalOf(error: NodeJS.ErrnoException): Refusal {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return { fault: 'unreadable', code: 'headers-too-large' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { fault: 'timed-out', code: 'request-timeout' };
    case 'HPE_INVALID_EOF_STATE':
      return { fault: 'aborted', code: 'malformed-request' };
    default:
      return { fault: 'unreadable', code: 'malformed-request' };
  }
}

/** How long a client may take to read the response and to close its side of the connection. */
const CLOSE_WITHIN_MS = 1_000;

/**
 * Answers a request that can't be parsed with problem details; such a request never reaches the app. Then closes the connection,
 * since nobody knows where the next request begins.
 *
 * @param isAnswering true if a part of another response has already been sent, so that nothing else may be written
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  isAnswering: boolean,
  faulty: (fault: ClientFault) => void,
): void {
  const isGone = error.code === 'ECONNRESET' || error.code === 'EPIPE';
  // Browsers open connections in advance, so a connection on which nothing was sent isn't a fault.
  const isSilent = socket.bytesRead === 0;
  const { fault, code } = refusalOf(error);
  if (!isGone && !isSilent) faulty(fault);
  if (isGone || isSilent || isAnswering || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(code);
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
