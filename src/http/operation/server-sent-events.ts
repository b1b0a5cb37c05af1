/** An event in the format of `text/event-stream`. @param data is written as JSON, which has no line breaks */
export const serverSentEvent = (event: string, id: string, data: unknown): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** A comment, sent so that the connection doesn't look dead. */
export const HEARTBEAT = ': \n\n';
