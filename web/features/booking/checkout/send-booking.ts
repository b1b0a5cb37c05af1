import { type CreateBooking, createBooking } from '../../../../src/contracts/bookings/bookings.ts';
import type { CodeWay, ProblemCode } from '../../../../src/contracts/problem.ts';
import { ApiError, call } from '../../../api.ts';
import { solve } from './proof-of-work.ts';

/** What the visitor does about a code: asks for one, or types the one that has come. */
export type CodeStep = { readonly by: CodeWay } | { readonly code: string };

/** How a booking goes on where a code is asked for. */
export interface CodeAnswer {
  readonly step: CodeStep;
  /** The request as it is now: the time may be held anew. */
  readonly body: CreateBooking;
}

/** The visitor would rather not answer a code. Nothing was booked. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

const ABOUT_CODES: readonly ProblemCode[] = [
  'code-required',
  'code-invalid',
  'code-not-sent',
  'too-many-codes',
];
/** A proof is good for some minutes, so a slow visitor's browser has to make another one. */
const MOST_PROOFS = 5;

const headersOf = (step: CodeStep | undefined) => {
  if (step === undefined) return {};
  return 'by' in step ? { 'booking-code-by': step.by } : { 'booking-code': step.code };
};

/**
 * Books. Where the server asks for a proof of work, the browser does the work and sends the same request with it. Where it asks for
 * a code, the visitor is asked.
 *
 * @param askForCode resolves to what the visitor does; rejects with `GivenUp`
 * @throws ApiError, NetworkError as `call` does; GivenUp
 */
export async function sendBooking(
  request: CreateBooking,
  idempotencyKey: string,
  askForCode: (error: ApiError, request: CreateBooking) => Promise<CodeAnswer>,
) {
  let body = request;
  let step: CodeStep | undefined;
  let proof: string | undefined;
  for (let proofs = 0; ; ) {
    try {
      const headers = { ...(proof !== undefined && { 'booking-proof': proof }), ...headersOf(step) };
      return await call(createBooking, { body, idempotencyKey, headers });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (ABOUT_CODES.some((code) => code === error.code)) {
        ({ step, body } = await askForCode(error, body));
        continue;
      }
      if (error.challenge === undefined || proofs === MOST_PROOFS) throw error;
      proof = await solve(error.challenge);
      if (proof === undefined) throw error;
      proofs += 1;
    }
  }
}
