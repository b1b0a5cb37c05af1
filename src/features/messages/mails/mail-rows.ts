import { derivedId } from '../../../eventsourcing/identity.ts';
import type { CauseRows } from '../sending/tables.ts';

/** Id of the row for the mail about a cause. Part of the rows, so it must never change. */
export const mailRowId = (causeId: string): string => derivedId('mail', causeId);

/** The rows of mails, by the causes that the mails are about. */
export const mailRows = (rows: CauseRows): CauseRows => ({
  openFor: (causeId, attemptId) => rows.openFor(mailRowId(causeId), attemptId),
  lookAgain: (causeId, at, waitsFor) => rows.lookAgain(mailRowId(causeId), at, waitsFor),
  end: (causeId) => rows.end(mailRowId(causeId)),
});
