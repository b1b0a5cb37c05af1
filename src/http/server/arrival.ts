import type { IncomingMessage } from 'node:http';

interface Arrival {
  timer: NodeJS.Timeout;
  readonly onLate: () => void;
}

const arrivals = new WeakMap<IncomingMessage, Arrival>();

/** Whether a request has a body, by its headers. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Calls back when the rest of a request hasn't arrived in time. */
export function limitArrival(req: IncomingMessage, ms: number, onLate: () => void): void {
  if (!hasBody(req)) return;
  const late = () => {
    if (!req.complete) onLate();
  };
  const arrival: Arrival = { timer: setTimeout(late, ms).unref(), onLate: late };
  arrivals.set(req, arrival);
  const stop = () => clearTimeout(arrival.timer);
  req.once('end', stop).once('close', stop);
}

/** Gives the rest of a request so many milliseconds from now. For a sender whose right to send something long has been checked. */
export function allowArrival(req: IncomingMessage, ms: number): void {
  const arrival = arrivals.get(req);
  if (!arrival || req.complete) return;
  clearTimeout(arrival.timer);
  arrival.timer = setTimeout(arrival.onLate, ms).unref();
}
