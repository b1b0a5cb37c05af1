import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** The server sends something every 15 seconds at the latest. */
const SILENCE_MS = 35_000;

/**
 * Reads server-sent events until the stream ends.
 *
 * @throws {Error} after 35 seconds of silence, and when the stream breaks
 */
export async function readEvents(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: EventSourceMessage) => void,
): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  const parser = createParser({ onEvent });
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read());
      if (done) return;
      parser.feed(value);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function withinSilence<T>(next: Promise<T>): Promise<T> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(new Error('The live updates fell silent.')), SILENCE_MS);
  try {
    return await Promise.race([next, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}
