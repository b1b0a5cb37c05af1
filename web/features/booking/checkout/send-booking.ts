import { type CreateBooking, createBooking } from '../../../../src/contracts/bookings/bookings.ts';
import type { CodeWay, ProblemCode } from '../../../../src/contracts/problem.ts';
import { ApiError, call } from '../../../api.ts';
import { solve } from './proof-of-work.ts';

/** What the visitor does about a code: requests one, or enters the one received. */
export type CodeStep = { readonly by: CodeWay } | { readonly code: string };

/** How a booking continues after a code is required. */
export interface CodeAnswer {
  readonly step: CodeStep;
  /** The current request, which may have a new hold. */
  readonly body: CreateBooking;
}

/** The visitor has given up entering a code. Nothing was booked. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

const ABOUT_CODES: readonly ProblemCode[] = [
  'code-required',
  'code-invalid',
  'code-not-sent',
  'too-many-codes',
];
/** A proof is valid for some minutes, so the browser of a slow visitor has to make another one. */
const MOST_PROOFS = 5;

const headersOf = (step: CodeStep | undefined) => {
  if (step === undefined) return {};
  return 'by' in step ? { 'booking-code-by': step.by } : { 'booking-code': step.code };
};

/**
 * Sends a booking. If the server requires a proof of work, the browser computes it and sends the same request again with it. If the
 * server requires a code, the visitor is asked for it.
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
