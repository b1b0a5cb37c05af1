import { fromEvent, type Observable, of } from 'rxjs';

/** Emits once the signal aborts, or at once if it has aborted. */
export const aborted = (signal: AbortSignal): Observable<unknown> =>
  signal.aborted ? of(undefined) : fromEvent(signal, 'abort');
