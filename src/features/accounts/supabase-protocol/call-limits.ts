import type { RequestHandler } from 'express';
import { createMinuteLimit } from '../../../http/limits/rate-limits.ts';
import { limitUnderWay } from '../../../http/limits/request-limits.ts';
import type { AccessTokens } from '../sessions/access-tokens.ts';
import type { AuthRequest } from './endpoint.ts';

/** Limits of the auth client's calls. A call over a limit gets 503: for 429, the client would throw its session away. */
export interface CallLimits {
  /** Counts a call, before its body is read. @throws Refused `too-many-requests` */
  perMinute(request: Pick<AuthRequest, 'bearer' | 'device'>): Promise<void>;
  readonly underWay: RequestHandler;
}

/** @param perMinute most calls a minute of one session, and of one network address without a session; 0 means no limits */
export function createCallLimits(perMinute: number, { verify }: Pick<AccessTokens, 'verify'>): CallLimits {
  const count = createMinuteLimit(perMinute);
  return {
    async perMinute({ bearer, device }) {
      const claims = bearer === undefined ? undefined : await verify(bearer);
      // A session counts for itself, so that strangers at the same address don't keep it from its calls.
      await count(claims ? `session ${claims.sessionId}` : device.address);
    },
    underWay: perMinute > 0 ? limitUnderWay() : (_req, _res, next) => next(),
  };
}
