import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ProblemCode } from '../contracts/problem.ts';
import { problemOf } from './problem-details.ts';

/** What Node's parser calls its refusals; all else is simply not HTTP. */
function codeOf(error: NodeJS.ErrnoException): ProblemCode {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return 'headers-too-large';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'request-timeout';
    default:
      return 'malformed-request';
  }
}

/**
 * Answers a request that can't be read, and so never reaches the app, with problem details all the same; then
 * hangs up, since nobody knows where the next one would begin.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(codeOf(error));
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
