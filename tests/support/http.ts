import { type IncomingHttpHeaders, Agent as KeepAlive, type OutgoingHttpHeaders, request } from 'node:http';
import { expect } from 'vitest';
import { PROBLEMS, Problem, type ProblemCode } from '../../src/contracts/problem.ts';

/** What goes over the wire, unpolished: a browser's `fetch` would tidy the path and the headers. */
export interface WireRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; undefined when it isn't JSON. */
  readonly json: unknown;
}

export interface HttpClient {
  send(wire: WireRequest): Promise<Answer>;
  close(): void;
}

const REQUEST_TIMEOUT_MS = 20_000;

/** Keeps its connections, as a browser does. @param connections at most so many at once */
export function createHttpClient(baseUrl: string, connections = 64): HttpClient {
  const agent = new KeepAlive({ keepAlive: true, maxSockets: connections });

  const send = ({ method = 'GET', path, headers = {}, body, raw }: WireRequest) =>
    new Promise<Answer>((resolve, reject) => {
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const { hostname, port } = new URL(baseUrl);
      const outgoing = request({
        agent,
        hostname,
        port,
        method,
        path,
        timeout: REQUEST_TIMEOUT_MS,
        headers: {
          ...(payload !== undefined && {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(payload),
          }),
          ...headers,
        },
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${path}`)));
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = /\bjson\b/.test(incoming.headers['content-type'] ?? '');
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            json: isJson && text !== '' ? JSON.parse(text) : undefined,
          });
        });
      });
      outgoing.end(payload);
    });

  return { send, close: () => agent.destroy() };
}

/** Problem details as the contract says, in form and in every header that goes with them. */
export function problemOf(answer: Answer): Problem {
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json\b/);
  expect(answer.headers['cache-control']).toBe('no-store');
  const problem = Problem.parse(answer.json);
  expect(problem.status).toBe(answer.status);
  expect(problem.type).toBe(`urn:problem:${problem.code}`);
  return problem;
}

/** The request was refused for this reason, with this reason's status and text. */
export function expectProblem(answer: Answer, code: ProblemCode): Problem {
  const problem = problemOf(answer);
  expect(problem).toMatchObject({ code, ...PROBLEMS[code] });
  return problem;
}
