/** An event as `text/event-stream` has it. @param data JSON, which has no line breaks */
export const serverSentEvent = (event: string, id: string, data: unknown): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** A comment, which keeps the connection from looking dead. */
export const HEARTBEAT = ': \n\n';
