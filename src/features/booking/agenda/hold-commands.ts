import { HOLD_MINUTES } from '../../../contracts/bookings/holds.ts';
import type { Actor } from '../../../contracts/history/actor.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { CommandRun, Handled } from '../../../eventsourcing/streams/event-streams.ts';
import { retryingConflicts } from '../../../eventsourcing/streams/retrying-conflicts.ts';
import { alreadyApplied } from '../../../eventsourcing/streams/stream-fold.ts';
import type { Lasting } from '../../../salon/parts.ts';
import { dayOfWeek, type Minutes, type SalonDate } from '../../../salon/salon-time.ts';
import type { Admission, Visitor } from '../admission/admission.ts';
import { timeOfNew } from '../candidates.ts';
import { chosenServices } from '../chosen-services.ts';
import { datedId, dateOfId } from './dated-id.ts';
import { type AgendaAndHours, agendaDecider, type HeldTime } from './decider.ts';
import { agendaStream } from './events.ts';
import { type LoadedDay, onDay } from './take-slot.ts';

export interface NewHold {
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly serviceIds: readonly string[];
  /** The stylist whom the visitor wishes for; left out for anyone. */
  readonly stylistId?: string | undefined;
  /** An earlier hold of the same browser. It is dropped once the new one is made. */
  readonly replaces?: string | undefined;
  /** The sender of the request. */
  readonly from: Omit<Visitor, 'kind'>;
}

/** The result of holding a time. It is the same for the first try and for every retry. */
interface HoldResult extends HeldTime {
  readonly position: string;
}

interface HoldDeps extends AgendaAndHours {
  readonly admission: Admission;
  /** Minutes of the longest single booking that the public may make. */
  maxBookingMinutes(): Minutes;
  /** The active services among these ids, durations in minutes. */
  activeServices(ids: readonly string[]): readonly (Lasting & { readonly id: string })[];
}

function heldTime({ position, result }: Handled<HeldTime | null>): HoldResult {
  if (result === null || position === null) throw new Error('the hold command recorded no hold');
  return { ...result, position };
}

/** Commands that hold a time while a visitor fills in the form, and that drop a hold. The rules for the public apply to all holds. */
export function createHoldCommands(deps: HoldDeps) {
  const { agendas, admission, windowsOn, startRules, activeServices, timeZone, now } = deps;
  const drop = (date: SalonDate, holdId: string, run: CommandRun<Actor>) =>
    agendas.handle(agendaStream(date), () => ({ kind: 'DropHold', holdId }), run);

  async function take(request: NewHold, run: CommandRun<Actor>): Promise<HoldResult> {
    const { date, serviceIds, replaces, from } = request;
    const holdId = datedId('hold', run.context.commandId, date);
    const day = await agendas.load(agendaStream(date));
    const applied = alreadyApplied(day, run);
    if (applied) return heldTime(applied);
    const { services, time } = chosenServices(serviceIds, activeServices, deps.maxBookingMinutes());
    const { candidates } = timeOfNew(request, services, time, deps.stylists(), true);

    const decide = ({ state }: LoadedDay) => {
      const at = now();
      return agendaDecider.decide(
        {
          kind: 'HoldSlot',
          holdId,
          candidates,
          choice: deps.stylistChoice(),
          expiresAt: new Date(at.getTime() + HOLD_MINUTES * 60_000).toISOString(),
          replaces,
          terms: { kind: 'public', windows: windowsOn(dayOfWeek(date)), rules: startRules() },
          clock: { date, timeZone, now: at },
        },
        state,
      );
    };
    // Only a free time is counted, and no other command on the day waits for the count.
    decide(day);
    const sender = { kind: run.context.actor.kind, ...from };
    const admitted = await admission.admitHold({ holdId, sender, replaces, minutes: time.end });
    try {
      return await onDay(agendas, day, run, async (current) =>
        heldTime(
          alreadyApplied(current, run) ?? (await agendas.append(current, decide(current), run.context)),
        ),
      );
    } catch (error) {
      if (error instanceof RuleBroken) await admitted.takeBack();
      throw error;
    }
  }

  return {
    async hold(request: NewHold, run: CommandRun<Actor>): Promise<HoldResult> {
      const held = await retryingConflicts(run, () => take(request, run));
      const { replaces, date, from } = request;
      if (replaces === undefined || replaces === held.holdId) return held;
      const before = dateOfId(replaces);
      // On the same day, the new hold and the drop of the old one are one decision. On another day they are two, and if the drop fails,
      // a retry of the request repeats it.
      if (before !== null && before !== date) await drop(before, replaces, run);
      await admission.releaseHold({ holdId: replaces, sender: { kind: run.context.actor.kind, ...from } });
      return held;
    },

    /** Drops a hold. Changes nothing if the id is unknown or the hold is over. */
    async drop(
      { holdId, from }: { readonly holdId: string; readonly from: Omit<Visitor, 'kind'> },
      run: CommandRun<Actor>,
    ): Promise<void> {
      const date = dateOfId(holdId);
      if (date !== null) await drop(date, holdId, run);
      await admission.releaseHold({ holdId, sender: { kind: run.context.actor.kind, ...from } });
    },
  };
}

export type HoldCommands = ReturnType<typeof createHoldCommands>;
