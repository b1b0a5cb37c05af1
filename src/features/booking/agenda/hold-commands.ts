import type { Actor } from '../../../contracts/actor.ts';
import { HOLD_MINUTES } from '../../../contracts/holds.ts';
import type { ProblemCode } from '../../../contracts/problem.ts';
import { retryingConflicts } from '../../../eventsourcing/deadline.ts';
import { RuleBroken } from '../../../eventsourcing/decider.ts';
import type { CommandRun, Handled } from '../../../eventsourcing/event-streams.ts';
import { alreadyApplied } from '../../../eventsourcing/stream-fold.ts';
import { dayOfWeek, type Minutes, type SalonDate } from '../../../salon/salon-time.ts';
import { type Admission, type Admitted, refusal } from '../admission/admission.ts';
import { agendaDecider, type HeldTime } from './decider.ts';
import { agendaStream } from './events.ts';
import { dateOfHold, holdIdOf } from './hold-id.ts';
import type { TakeSlotDeps } from './take-slot.ts';

export interface NewHold {
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly serviceIds: readonly string[];
  /** An earlier hold of the same browser, given back once the new one is had. */
  readonly replaces?: string | undefined;
  /** Network address that it comes from. */
  readonly address: string;
}

/** The same for the first try and for every retry. */
export interface HoldResult extends HeldTime {
  readonly position: string;
}

export interface HoldDeps extends TakeSlotDeps {
  readonly admission: Admission;
  /** The active services among these ids, durations in minutes. */
  activeServices(ids: readonly string[]): readonly { readonly duration: Minutes }[];
}

function heldTime({ position, result }: Handled<HeldTime | null>): HoldResult {
  if (result === null || position === null) throw new Error('holding begins with a hold');
  return { ...result, position };
}

/** Holding a time while its visitor fills in the form, and giving it back. Holds are always on public terms. */
export function createHoldCommands({
  agendas,
  admission,
  windowsOn,
  activeServices,
  timeZone,
  now,
}: HoldDeps) {
  function minutesOf(serviceIds: readonly string[]): Minutes {
    const services = activeServices(serviceIds);
    if (services.length !== serviceIds.length) throw new RuleBroken<ProblemCode>('unknown-service');
    return services.reduce((total, { duration }) => total + duration, 0);
  }

  const giveBack = (date: SalonDate, holdId: string, run: CommandRun<Actor>) =>
    agendas.handle(agendaStream(date), () => ({ kind: 'DropHold', holdId }), run);

  async function take(request: NewHold, run: CommandRun<Actor>): Promise<HoldResult> {
    const { date, start, serviceIds, replaces, address } = request;
    const sender = { kind: run.context.actor.kind, address };
    const stream = agendaStream(date);
    const holdId = holdIdOf(run.context.commandId, date);
    let admitted: Admitted | undefined;
    const attempt = async () => {
      const agenda = await agendas.load(stream);
      const applied = alreadyApplied(agenda, run);
      if (applied) return heldTime(applied);
      const minutes = minutesOf(serviceIds);
      const at = now();
      const decision = agendaDecider.decide(
        {
          kind: 'HoldSlot',
          holdId,
          start,
          end: start + minutes,
          expiresAt: new Date(at.getTime() + HOLD_MINUTES * 60_000).toISOString(),
          replaces,
          terms: { kind: 'public', windows: windowsOn(dayOfWeek(date)) },
          clock: { date, timeZone, now: at },
        },
        agenda.state,
      );
      // After the decision, since only a time that is free costs something of the quota.
      const outcome = await admission.admitHold({ holdId, sender, replaces, minutes });
      if (outcome.kind === 'refused') throw refusal(outcome);
      admitted = outcome;
      return heldTime(await agendas.append(agenda, decision, run.context));
    };
    try {
      return await agendas.runExclusive(stream, () => retryingConflicts(run, attempt));
    } catch (error) {
      if (error instanceof RuleBroken) await admitted?.refund();
      throw error;
    }
  }

  return {
    async hold(request: NewHold, run: CommandRun<Actor>): Promise<HoldResult> {
      const held = await take(request, run);
      const { replaces, date, address } = request;
      if (replaces === undefined || replaces === held.holdId) return held;
      const before = dateOfHold(replaces);
      // On the same day both are one decision; on another day, a retry makes up for a drop that failed.
      if (before !== null && before !== date) await giveBack(before, replaces, run);
      await admission.refundHold({ holdId: replaces, sender: { kind: run.context.actor.kind, address } });
      return held;
    },

    /** An unknown id, or one whose hold is over, changes nothing. */
    async drop(
      { holdId, address }: { readonly holdId: string; readonly address: string },
      run: CommandRun<Actor>,
    ): Promise<void> {
      const date = dateOfHold(holdId);
      if (date !== null) await giveBack(date, holdId, run);
      await admission.refundHold({ holdId, sender: { kind: run.context.actor.kind, address } });
    },
  };
}

export type HoldCommands = ReturnType<typeof createHoldCommands>;
