import { Agent, request } from 'node:http';

/** The process of those who sign in: told whom by the parent, answers with what became of them. */

export interface Rush {
  readonly url: string;
  readonly emails: readonly string[];
  readonly password: string;
}

export interface RushResult {
  /** How many were answered with each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Refused without saying when to try again. */
  readonly withoutRetryAfter: number;
  /** From the first request to the last answer. */
  readonly seconds: number;
}

/** Longer than the service gives itself. */
const PATIENCE_MS = 60_000;

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

function signIn({ url, password }: Rush, email: string): Promise<{ status: string; saysWhen: boolean }> {
  const { promise, resolve } = Promise.withResolvers<{ status: string; saysWhen: boolean }>();
  const sent = request(
    `${url}/auth/v1/token?grant_type=password`,
    {
      method: 'POST',
      agent,
      headers: { 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    },
    (response) => {
      response.resume().on('end', () => {
        const saysWhen = response.headers['retry-after'] !== undefined;
        resolve({ status: String(response.statusCode), saysWhen });
      });
    },
  );
  sent.on('error', ({ name }) => resolve({ status: name, saysWhen: false }));
  sent.end(JSON.stringify({ email, password }));
  return promise;
}

async function send(rush: Rush): Promise<RushResult> {
  const began = performance.now();
  const answers = await Promise.all(rush.emails.map((email) => signIn(rush, email)));
  const statuses: Record<string, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    statuses,
    withoutRetryAfter: answers.filter(({ status, saysWhen }) => status !== '200' && !saysWhen).length,
    seconds: (performance.now() - began) / 1_000,
  };
}

process.on('message', (rush: Rush) => void send(rush).then((result) => process.send?.(result)));
process.on('disconnect', () => process.exit());
