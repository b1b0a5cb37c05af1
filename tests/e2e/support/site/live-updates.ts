import type { Request, Response } from 'express';
import { onTestFinished } from 'vitest';
import type { LiveChange } from '../../../../src/contracts/live.ts';

/** A position of the log, by its number. */
export const positionAt = (number: number) => String(number).padStart(32, '0');

/** Live updates as the server sends them, which a test sends to everybody who listens. */
export function liveUpdates() {
  const listeners = new Set<Response>();
  let isDown = false;
  /** The newest position that a test has told. A page that begins to listen too late for it learns of it by that. */
  let told = positionAt(0);
  const send = (response: Response, event: string, data: { readonly position: string }) =>
    response.write(`event: ${event}\nid: ${data.position}\ndata: ${JSON.stringify(data)}\n\n`);

  return {
    respond(request: Request, response: Response): void {
      if (isDown) {
        response.destroy();
        return;
      }
      // The tests' clock isn't that of this machine.
      response.sendDate = false;
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      listeners.add(response);
      request.on('close', () => listeners.delete(response));
      send(response, 'ready', { position: told });
    },
    /** How many listen. */
    count: () => listeners.size,
    tell(...changes: readonly LiveChange[]): void {
      const position =
        changes
          .map((change) => change.position)
          .sort()
          .at(-1) ?? positionAt(0);
      told = position;
      onTestFinished(() => {
        told = positionAt(0);
      });
      for (const response of listeners) send(response, 'changes', { position, ...{ changes } });
    },
    /** Ends all connections and accepts none, until `restore`. */
    cut(): void {
      isDown = true;
      for (const response of listeners) response.destroy();
    },
    restore(): void {
      isDown = false;
    },
  };
}
