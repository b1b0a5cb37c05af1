import { type RefObject, useEffect, useRef } from 'react';
import { HOLD_MINUTES, holdSlot } from '../../../../src/contracts/bookings/holds.ts';
import type { Service } from '../../../../src/contracts/salon/services.ts';
import { ApiError, call, newIdempotencyKey } from '../../../api.ts';
import { useWizard } from '../wizard/store.ts';
import { isHeld } from '../wizard/wizard.ts';
import { releaseHold } from './release-hold.ts';

/** A booking doesn't need a hold, so the visitor waits no longer than this for one. */
const TIMEOUT_MS = 4_000;

/**
 * Holds the chosen time as soon as the checkout is shown. `ensure` takes the hold again when it has
 * expired or there is none; `renew` takes it again in any case. Both resolve to false when that sent the visitor back to an
 * earlier step.
 *
 * @param goBack handles an error that another choice can fix; returns whether it was one
 */
export function useHold(
  chosen: readonly Service[],
  stylist_id: string | undefined,
  goBack: (error: ApiError) => boolean,
) {
  const pending = useRef<Promise<boolean> | null>(null);
  /** Kept until there is a response: if one is lost, only repeating the request with its key returns the hold's id. */
  const request = useRef<{ key: string; until: number } | null>(null);
  const isMounted = useIsMounted();

  async function take(): Promise<boolean> {
    const { date, time, stylist, hold } = useWizard.getState();
    if (!date || !time) return true;
    if (!request.current || request.current.until <= Date.now()) {
      request.current = { key: newIdempotencyKey(), until: Date.now() + HOLD_MINUTES * 60_000 };
    }
    const { key, until } = request.current;
    const services = chosen.map(({ id }) => id);
    try {
      const slot = { date, time, stylist_id, services, hold_id: hold?.id };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const { hold_id, stylist: held } = await call(holdSlot, { body: slot, idempotencyKey: key, signal });
      request.current = null;
      const now = useWizard.getState();
      if (now.date === date && now.time === time && now.stylist === stylist)
        useWizard.setState({ hold: { id: hold_id, until, stylist: held?.id } });
      else releaseHold(hold_id);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) return true;
      request.current = null;
      return !isMounted.current || !goBack(error);
    }
  }

  function renew(): Promise<boolean> {
    pending.current ??= take().finally(() => {
      pending.current = null;
    });
    return pending.current;
  }

  function ensure(): Promise<boolean> {
    const { hold, attempt } = useWizard.getState();
    // If a booking has been sent without a response, it may exist: a hold would then be refused because of it.
    return attempt || isHeld(hold, Date.now()) ? Promise.resolve(true) : renew();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit to the checkout.
  useEffect(() => {
    void ensure();
  }, []);

  return { ensure, renew };
}

/** False once the component has unmounted. */
function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
