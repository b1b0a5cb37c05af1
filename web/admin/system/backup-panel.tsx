import { startBackup } from '../../../src/contracts/system/backup.ts';
import type { SystemState } from '../../../src/contracts/system/projections.ts';
import { call } from '../../api.ts';
import { Callout } from '../../ui/callout.tsx';
import { AdminButton } from '../ui/button.tsx';
import { useInstantText } from '../ui/instant-text.ts';
import { countText } from '../ui/number-text.ts';
import { PagePanel } from '../ui/page/page-panel.tsx';
import { useSystemRequest } from './use-system-request.ts';

/** When the last backup was made, and a button for another one. */
export function BackupPanel({ backup, onChanged }: { backup: SystemState['backup']; onChanged: () => void }) {
  const instantText = useInstantText();
  const { send, busy } = useSystemRequest(onChanged);
  if (backup === null) {
    return (
      <PagePanel title="Last backup">
        <p className="max-w-3xl text-sm">
          No backup is made by itself. The person who looks after the server can change that (BACKUP_DIR).
        </p>
      </PagePanel>
    );
  }
  const { last, failed, beside_data: folder, another_log: another, is_running: isRunning } = backup;
  const unnoted = backup.unnoted_erasures;
  return (
    <PagePanel
      title="Last backup"
      about="A copy of everything that can’t be made again. One is made each night, and when you ask; meanwhile everything goes on."
    >
      <div className="space-y-4">
        {failed && !isRunning && (
          <Callout tone="error">
            <p className="text-sm wrap-anywhere">
              <span className="font-medium">The backup of {instantText(failed.at)} failed.</span>{' '}
              {failed.error}
            </p>
          </Callout>
        )}
        {unnoted > 0 && (
          <Callout tone="error">
            <p className="text-sm wrap-anywhere">
              <span className="font-medium">
                {unnoted === 1 ? 'An erasure' : countText(unnoted, 'erasure')} could not be noted beside the
                backups: their folder can’t be written to.
              </span>{' '}
              {unnoted === 1 ? 'It is' : 'They are'} noted as soon as it can. Until then a backup from before
              would bring back what was erased.
            </p>
          </Callout>
        )}
        {another !== null && (
          <Callout>
            <p className="text-sm wrap-anywhere">
              <span className="font-medium">
                Backups of another salon, or of this one from before it began anew, are here, too.
              </span>{' '}
              They are never removed. If appointments are missing, the person who looks after the server can
              bring them back: “Restore” in docs/runbook.md says how, and the newest is {another}.
            </p>
          </Callout>
        )}
        <p role="status" className="text-sm">
          {isRunning
            ? 'A backup is being made…'
            : last === null
              ? 'None was made yet.'
              : `Made on ${instantText(last)}.`}
        </p>
        {folder !== null && (
          <p className="max-w-3xl text-sm wrap-anywhere">
            Backups are in {folder}, on the same disk as everything else. Copy that folder to another computer
            or a USB stick now and then. Once, also copy the file secret-key, in the folder above it, to a
            third place, such as your password manager: without it no backup can be restored, and together
            they can be read. “Copies elsewhere” in docs/runbook.md says how.
          </p>
        )}
        {!isRunning && (
          <AdminButton busy={busy} onClick={() => send((token) => call(startBackup, { token }))}>
            Back up now
          </AdminButton>
        )}
      </div>
    </PagePanel>
  );
}
