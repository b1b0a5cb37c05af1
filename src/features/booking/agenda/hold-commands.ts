import { HOLD_MINUTES } from '../../../contracts/holds.ts';
import type { ProblemCode } from '../../../contracts/problem.ts';
import { retryingConflicts } from '../../../eventsourcing/deadline.ts';
import { RuleBroken } from '../../../eventsourcing/decider.ts';
import { alreadyApplied, type CommandRun } from '../../../eventsourcing/event-streams.ts';
import type { DomainEvent } from '../../../eventsourcing/event-types.ts';
import { dayOfWeek, type Minutes, type SalonDate } from '../../../salon/salon-time.ts';
import { agendaDecider } from './decider.ts';
import { type AgendaEvent, agendaStream } from './events.ts';
import { dateOfHold, holdIdOf } from './hold-id.ts';
import type { TakeSlotDeps } from './take-slot.ts';

export interface NewHold {
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly serviceIds: readonly string[];
  /** An earlier hold of the same browser, given back once the new one is had. */
  readonly replaces?: string | undefined;
  readonly quota: HoldQuota;
}

/** How many holds the asker may have at once. */
export interface HoldQuota {
  /** Counts a hold that is about to be made; throws when there are enough. Counting it again changes nothing. */
  admit(holdId: string, replaces: string | undefined): Promise<void>;
  withdraw(holdId: string): Promise<void>;
}

/** The same for the first try and for every retry. */
export interface HoldAnswer {
  readonly holdId: string;
  readonly expiresAt: string;
  readonly position: string;
}

export interface HoldDeps extends TakeSlotDeps {
  /** The active services among these ids, durations in minutes. */
  activeServices(ids: readonly string[]): readonly { readonly duration: Minutes }[];
}

/** Holding a time while its visitor fills in the form, and giving it back. Holds are always on public terms. */
export function createHoldCommands({ agendas, windowsOn, activeServices, timeZone, now }: HoldDeps) {
  function endOf({ start, serviceIds }: NewHold): Minutes {
    const services = activeServices(serviceIds);
    if (services.length !== serviceIds.length) throw new RuleBroken<ProblemCode>('unknown-service');
    return services.reduce((end, { duration }) => end + duration, start);
  }

  function answer(event: DomainEvent | undefined, position: string | null): HoldAnswer {
    const held = event as AgendaEvent | undefined;
    if (held?.type !== 'SlotHeld' || position === null) throw new Error('holding begins with a hold');
    const { holdId, expiresAt } = held.data;
    return { holdId, expiresAt, position };
  }

  /** An unknown id, or one whose hold is over, changes nothing. */
  async function drop(holdId: string, run: CommandRun): Promise<void> {
    const date = dateOfHold(holdId);
    if (date !== null) await agendas.handle(agendaStream(date), () => ({ kind: 'DropHold', holdId }), run);
  }

  async function take(request: NewHold, run: CommandRun): Promise<HoldAnswer> {
    const { date, start, replaces, quota } = request;
    const stream = agendaStream(date);
    const holdId = holdIdOf(run.context.commandId, date);
    let counted = false;
    const attempt = async () => {
      const agenda = await agendas.load(stream);
      const applied = alreadyApplied(agenda, run);
      if (applied) return answer(applied.event, applied.position);
      const at = now();
      const decision = agendaDecider.decide(
        {
          kind: 'HoldSlot',
          holdId,
          start,
          end: endOf(request),
          expiresAt: new Date(at.getTime() + HOLD_MINUTES * 60_000).toISOString(),
          replaces,
          terms: { kind: 'public', windows: windowsOn(dayOfWeek(date)) },
          clock: { date, timeZone, now: at },
        },
        agenda.state,
      );
      // Only a time that is free costs something of the quota.
      await quota.admit(holdId, replaces);
      counted = true;
      const { position } = await agendas.append(agenda, decision, run.context);
      return answer(decision[0], position);
    };
    try {
      return await agendas.inTurn(stream, () => retryingConflicts(run, attempt));
    } catch (error) {
      if (counted && error instanceof RuleBroken) await quota.withdraw(holdId);
      throw error;
    }
  }

  return {
    drop,
    async hold(request: NewHold, run: CommandRun): Promise<HoldAnswer> {
      const held = await take(request, run);
      const { replaces, date, quota } = request;
      if (replaces === undefined || replaces === held.holdId) return held;
      // On the same day both are one decision; on another day, a retry makes up for a drop that failed.
      if (dateOfHold(replaces) !== date) await drop(replaces, run);
      await quota.withdraw(replaces);
      return held;
    },
  };
}

export type HoldCommands = ReturnType<typeof createHoldCommands>;
