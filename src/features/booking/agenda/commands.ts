import type { CommandRun, EventStreams } from '../../../eventsourcing/streams/event-streams.ts';
import type { SalonDate } from '../../../salon/salon-time.ts';
import { broken } from '../../rule-broken.ts';
import { datedId, dateOfId } from './dated-id.ts';
import type { AgendaCommand, HeldTime } from './decider.ts';
import { type AgendaEvent, agendaStream } from './events.ts';
import type { AgendaState } from './state.ts';

export type AgendaStreams = EventStreams<AgendaCommand, AgendaEvent, AgendaState, HeldTime | null>;

export interface BlockResult {
  readonly date: SalonDate;
  readonly blockId: string;
  /** How often the date was blocked, opened or given another reason. */
  readonly version: number;
  readonly position: string;
}

/** What the commands on salon days need. */
export interface AgendaDeps {
  readonly agendas: AgendaStreams;
  readonly timeZone: string;
  now(): Date;
}

/** Commands of the admin area that close a date and open it again. Appointments on a blocked date stay where they are. */
export function createAgendaCommands({ agendas, timeZone, now }: AgendaDeps) {
  async function handle(
    { date, blockId }: Pick<BlockResult, 'date' | 'blockId'>,
    command: () => AgendaCommand,
    run: CommandRun,
  ): Promise<BlockResult> {
    const { position, version } = await agendas.handle(agendaStream(date), command, run);
    if (position === null) throw broken('block-not-found');
    return { date, blockId, version, position };
  }

  /** The day of a block follows from its id, so no look-up is needed, and every retry finds the same block. */
  async function onBlocked(blockId: string, command: AgendaCommand, run: CommandRun): Promise<BlockResult> {
    const date = dateOfId(blockId);
    if (date === null) throw broken('block-not-found');
    return handle({ date, blockId }, () => command, run);
  }

  return {
    /**
     * Blocks a date. The block's id follows from the command, so that a retry is about the same block.
     *
     * @param acknowledged whether staff know that there are upcoming appointments on this date; if not, the block is refused
     */
    blockDate(
      { date, reason, acknowledged }: { date: SalonDate; reason: string; acknowledged: boolean },
      run: CommandRun,
    ): Promise<BlockResult> {
      const blockId = datedId('block', run.context.commandId, date);
      const unlessUpcoming = () => (acknowledged ? null : { date, timeZone, now: now() });
      return handle(
        { date, blockId },
        () => ({ kind: 'BlockDate', blockId, reason, unlessUpcoming: unlessUpcoming() }),
        run,
      );
    },
    /** Blocks a date again under the same id, unless another appointment was made there since it was opened. */
    blockAgain: (
      blockId: string,
      former: { readonly reason: string; readonly slotIds: ReadonlySet<string> },
      run: CommandRun,
    ) => onBlocked(blockId, { kind: 'BlockAgain', blockId, ...former }, run),
    changeReason: (blockId: string, reason: string, run: CommandRun) =>
      onBlocked(blockId, { kind: 'ChangeBlockReason', blockId, reason }, run),
    unblockDate: (blockId: string, run: CommandRun) =>
      onBlocked(blockId, { kind: 'UnblockDate', blockId }, run),
  };
}

export type AgendaCommands = ReturnType<typeof createAgendaCommands>;
