import type { CommandRun } from '../../../eventsourcing/event-streams.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import type { SalonDate } from '../../../salon/salon-time.ts';
import { broken } from '../../broken.ts';
import type { AgendaCommand } from './decider.ts';
import { agendaStream } from './events.ts';
import type { AgendaStreams } from './take-slot.ts';

interface BlockResult {
  readonly date: SalonDate;
  readonly blockId: string;
  readonly position: string;
}

/** For the admin area: closing a date and opening it again. Appointments that fall on a blocked date stay where they are. */
export function createAgendaCommands({ agendas }: { agendas: AgendaStreams }) {
  async function handle(
    date: SalonDate,
    command: AgendaCommand & { readonly blockId: string },
    run: CommandRun,
  ): Promise<BlockResult> {
    const { position } = await agendas.handle(agendaStream(date), () => command, run);
    if (position === null) throw broken('block-not-found');
    return { date, blockId: command.blockId, position };
  }

  return {
    /** The block's id follows from the command, so that a retry means the same block. */
    blockDate(date: SalonDate, reason: string, run: CommandRun) {
      const blockId = derivedId('block', run.context.commandId);
      return handle(date, { kind: 'BlockDate', blockId, reason }, run);
    },
    unblockDate: (date: SalonDate, blockId: string, run: CommandRun) =>
      handle(date, { kind: 'UnblockDate', blockId }, run),
  };
}
