import { type RefObject, useEffect, useRef } from 'react';
import { HOLD_MINUTES } from '../../../src/contracts/holds.ts';
import type { Service } from '../../../src/contracts/services.ts';
import { newIdempotencyKey, Refusal } from '../../api.ts';
import { holdSlot } from './data.ts';
import { dropHold } from './release-hold.ts';
import { useWizard } from './store.ts';
import { isHeld } from './wizard.ts';

/** A booking can go without a hold, so nobody waits long for one. */
const PATIENCE_MS = 4_000;

/**
 * Holds the chosen time from the first sight of the checkout on. `ensure` takes the hold again when it has run out or
 * was never had, and answers false when that led the visitor back to an earlier step.
 *
 * @param leadBack deals with a refusal that another choice can mend; answers whether it was one
 */
export function useHold(chosen: readonly Service[], leadBack: (refusal: Refusal) => boolean) {
  const pending = useRef<Promise<boolean> | null>(null);
  /** Kept until it is answered: only the same key can tell the id of a hold whose answer was lost. */
  const asked = useRef<{ key: string; until: number } | null>(null);
  const shown = useShown();

  async function take(): Promise<boolean> {
    const { date, time, hold } = useWizard.getState();
    if (!date || !time) return true;
    if (!asked.current || asked.current.until <= Date.now()) {
      asked.current = { key: newIdempotencyKey(), until: Date.now() + HOLD_MINUTES * 60_000 };
    }
    const { key, until } = asked.current;
    const services = chosen.map(({ id }) => id);
    try {
      const wish = { date, time, services, hold_id: hold?.id };
      const { hold_id } = await holdSlot(wish, key, AbortSignal.timeout(PATIENCE_MS));
      asked.current = null;
      const now = useWizard.getState();
      if (now.date === date && now.time === time) useWizard.setState({ hold: { id: hold_id, until } });
      else dropHold(hold_id);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) return true;
      asked.current = null;
      return !shown.current || !leadBack(error);
    }
  }

  function ensure(): Promise<boolean> {
    const { hold, attempt } = useWizard.getState();
    // An unanswered booking may have this very time already; a hold would find it taken, by the same visitor.
    if (attempt || isHeld(hold, Date.now())) return Promise.resolve(true);
    pending.current ??= take().finally(() => {
      pending.current = null;
    });
    return pending.current;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit to the checkout.
  useEffect(() => {
    void ensure();
  }, []);

  return ensure;
}

/** False once the component has gone. */
function useShown(): RefObject<boolean> {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}
