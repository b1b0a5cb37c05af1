import { PROBLEMS, type ProblemCode } from '../../../contracts/problem.ts';
import type { DayOutcome } from '../../../contracts/salon/several-days.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { alreadyApplied } from '../../../eventsourcing/streams/stream-fold.ts';
import type { SalonDate } from '../../../salon/salon-time.ts';
import { broken } from '../../rule-broken.ts';
import { type AgendaCommand, type AgendaStreams, agendaDecider } from './decider.ts';
import { agendaStream } from './events.ts';

/** The step that a command about several days takes on one of them. */
interface DayStep {
  readonly date: SalonDate;
  /** The id of the block that the step is about. */
  readonly blockId?: string;
  command(): AgendaCommand;
}

type StepOutcome = Pick<DayStep, 'date' | 'blockId'> &
  (
    | { readonly refused: null; readonly version: number; readonly position: string }
    | { readonly refused: ProblemCode }
  );

/** The result of a command on a day, or on several. */
export interface DayResult {
  readonly date: SalonDate;
  /** How often staff have decided something about the day itself: about its blocks and its hours. */
  readonly version: number;
  readonly position: string;
  /** The result of a command about several days: the outcome of each, and otherwise that of the first day that was done, with the last position. */
  readonly outcomes?: readonly StepOutcome[];
}

export interface BlockResult extends DayResult {
  readonly blockId: string;
}

/** Refusals that aren't about one of the days: another request has the same key, or the sender hasn't seen the first day's changes. */
const OF_THE_WHOLE: readonly string[] = ['idempotency-key-reused', 'stale'];

/** Runs a command on a day. */
export async function runOnDay(
  agendas: AgendaStreams,
  date: SalonDate,
  command: () => AgendaCommand,
  run: CommandRun,
): Promise<DayResult> {
  const { version, position } = await agendas.handle(agendaStream(date), command, run);
  if (position === null) throw new Error(`nothing has ever happened on ${date}`);
  return { date, version, position };
}

/**
 * Runs a command about several days: one command for each day, whose id is derived from the id of the whole and the date. Days are
 * independent of each other, so one may be refused while others are done. A retry finds what is done already, and tries the rest.
 */
export function createEachDay(agendas: AgendaStreams) {
  const runOn = ({ date }: DayStep, index: number, run: CommandRun): CommandRun => ({
    ...run,
    context: { ...run.context, commandId: derivedId('command', run.context.commandId, date) },
    // The version that the sender saw is that of the first day, and means nothing for others.
    ifVersion: index === 0 ? run.ifVersion : undefined,
  });

  /** Whether a day would now be refused for this reason. */
  const wouldRefuse = ({ date, command }: DayStep, run: CommandRun, code: ProblemCode): Promise<boolean> =>
    agendas.read(agendaStream(date), (agenda) => {
      if (alreadyApplied(agenda, run)) return false;
      try {
        agendaDecider.decide(command(), agenda.state);
        return false;
      } catch (error) {
        if (!(error instanceof RuleBroken)) throw error;
        return error.code === code;
      }
    });

  async function on({ date, blockId, command }: DayStep, run: CommandRun): Promise<StepOutcome> {
    const block = blockId !== undefined && { blockId };
    try {
      return { ...(await runOnDay(agendas, date, command, run)), ...block, refused: null };
    } catch (error) {
      if (!(error instanceof RuleBroken) || OF_THE_WHOLE.includes(error.code)) throw error;
      return { date, ...block, refused: error.code as ProblemCode };
    }
  }

  /**
   * @param asks if some day would be refused for this reason, the whole is, before anything is done: staff are asked first
   * @throws RuleBroken with that code
   */
  return async (
    steps: readonly DayStep[],
    run: CommandRun,
    asks: ProblemCode | null,
  ): Promise<readonly StepOutcome[]> => {
    if (asks !== null)
      for (const [index, step] of steps.entries())
        if (await wouldRefuse(step, runOn(step, index, run), asks)) throw broken(asks);
    const outcomes: StepOutcome[] = [];
    for (const [index, step] of steps.entries()) outcomes.push(await on(step, runOn(step, index, run)));
    return outcomes;
  };
}

/** The summary of a command about several days: the first day that was done, and the position of the last. */
export function summaryOf(outcomes: readonly StepOutcome[]) {
  const done = outcomes.flatMap((outcome) => (outcome.refused === null ? [outcome] : []));
  const [first] = done;
  if (!first) throw broken(outcomes.find(({ refused }) => refused !== null)?.refused ?? 'not-found');
  const position = done.reduce((last, one) => (one.position > last ? one.position : last), '');
  return { ...first, position, outcomes };
}

/** The outcome for each day in the contract's form; nothing for a command about a single day. */
export function toDayOutcomes(outcomes: readonly StepOutcome[] | undefined): { days?: DayOutcome[] } {
  if (!outcomes) return {};
  return {
    days: outcomes.map((outcome) => {
      const { date, blockId: id } = outcome;
      if (outcome.refused !== null) {
        const { refused: code } = outcome;
        return { date, code, detail: PROBLEMS[code].detail };
      }
      const { version, position } = outcome;
      return { date, ...(id !== undefined && { id }), version, position };
    }),
  };
}
