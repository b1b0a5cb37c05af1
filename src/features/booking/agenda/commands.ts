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

/** What decides about salon days. */
export interface AgendaDeps {
  readonly agendas: AgendaStreams;
  readonly timeZone: string;
  now(): Date;
}

/** For the admin area: closing a date and opening it again. Appointments that fall on a blocked date stay where they are. */
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

  /** The day of a block follows from its id, so that a block is found at once and by every retry. */
  async function onBlocked(blockId: string, command: AgendaCommand, run: CommandRun): Promise<BlockResult> {
    const date = dateOfId(blockId);
    if (date === null) throw broken('block-not-found');
    return handle({ date, blockId }, () => command, run);
  }

  return {
    /**
     * The block's id follows from the command, so that a retry means the same block.
     *
     * @param acknowledged staff know that appointments are to come on this date; otherwise these refuse the block
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
    changeReason: (blockId: string, reason: string, run: CommandRun) =>
      onBlocked(blockId, { kind: 'ChangeBlockReason', blockId, reason }, run),
    unblockDate: (blockId: string, run: CommandRun) =>
      onBlocked(blockId, { kind: 'UnblockDate', blockId }, run),
  };
}

export type AgendaCommands = ReturnType<typeof createAgendaCommands>;
