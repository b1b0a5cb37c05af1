import type { OutcomeRecorder } from './worker/record.ts';

/** What the provider reports about an attempt. The address it reports to names booking and attempt; these count. */
export interface StatusReport {
  readonly bookingId: string;
  readonly attemptId: string;
  readonly status: 'accepted' | 'delivered' | 'failed';
  readonly sid: string;
  readonly code: number | null;
}

/**
 * Records a report, in whatever order and however often it comes, also before we have heard ourselves that the provider
 * has taken the text. It rejects when it can't, so that the provider reports it again.
 */
export const createStatusReports =
  (recorder: Pick<OutcomeRecorder, 'record'>) =>
  async ({ bookingId, attemptId, status, sid, code }: StatusReport): Promise<void> => {
    switch (status) {
      case 'accepted':
        return recorder.record(bookingId, { type: 'MessageSent', data: { attemptId, sid } });
      case 'delivered':
        return recorder.record(bookingId, { type: 'MessageDelivered', data: { attemptId, sid } });
      case 'failed':
        return recorder.record(bookingId, { type: 'MessageFailed', data: { attemptId, sid, code } });
    }
  };
