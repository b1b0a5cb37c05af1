import type { RefusedLine, RemarkOnLine } from '../../../contracts/customers/imports.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { refuse } from '../../../http/refusal.ts';
import type { MergesStreams } from '../commands.ts';
import { MERGES } from '../events.ts';
import type { ImportRow } from './rows.ts';

export interface ImportFile {
  readonly rows: readonly ImportRow[];
  readonly refused: readonly RefusedLine[];
  readonly remarks: readonly RemarkOnLine[];
  readonly empty: number;
}

interface ImportCommandsDeps {
  readonly merges: MergesStreams;
  /** Keeps the rows of a file, unless they are kept already. @returns false if they can't be kept any more */
  keep(importId: string, file: ImportFile): Promise<boolean>;
  /** Removes the rows of a file whose import was refused. */
  drop(importId: string): Promise<void>;
}

/** The commands of staff on imports. The rows are saved first, so that every reader of the import's start finds them. */
export function createImportCommands({ merges, keep, drop }: ImportCommandsDeps) {
  const handled = async (
    importId: string,
    command: Parameters<MergesStreams['handle']>[1],
    run: CommandRun,
  ) => {
    const { position } = await merges.handle(MERGES, command, run);
    if (position === null) throw new Error(`a command on ${MERGES} led to nothing`);
    return { importId, position };
  };

  return {
    async start(file: ImportFile, run: CommandRun) {
      const importId = derivedId('import', run.context.commandId);
      const { rows, refused } = file;
      const isNew = async () => (await merges.load(MERGES)).appliedBy(run.context.commandId) === undefined;
      // A retry that comes so late that its rows were swept would start an import of nothing.
      if ((await isNew()) && !(await keep(importId, file)) && (await isNew())) throw refuse('not-found');
      const command = { kind: 'StartImport', importId, rows: rows.length + refused.length } as const;
      try {
        return await handled(importId, () => command, run);
      } catch (error) {
        if (error instanceof RuleBroken && error.code === 'import-running') await drop(importId);
        throw error;
      }
    },

    undo: (importId: string, run: CommandRun) =>
      handled(importId, () => ({ kind: 'UndoImport', importId }), run),
  };
}

export type ImportCommands = ReturnType<typeof createImportCommands>;
