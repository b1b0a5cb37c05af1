import { type CreateBooking, createBooking } from '../../../../src/contracts/bookings/bookings.ts';
import type { CodeWay, ProblemCode } from '../../../../src/contracts/problem.ts';
import { ApiError, call } from '../../../api.ts';

/** The visitor's step about a code: it requests one, or enters the one received. */
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

const headersOf = (step: CodeStep | undefined) => {
  if (step === undefined) return {};
  return 'by' in step ? { 'booking-code-by': step.by } : { 'booking-code': step.code };
};

/**
 * Sends a booking. If the server requires a code, the visitor is asked for it, and the same request is sent again.
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
  for (;;) {
    try {
      return await call(createBooking, { body, idempotencyKey, headers: headersOf(step) });
    } catch (error) {
      if (!(error instanceof ApiError) || !ABOUT_CODES.some((code) => code === error.code)) throw error;
      ({ step, body } = await askForCode(error, body));
    }
  }
}
