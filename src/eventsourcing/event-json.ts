import { type EventData, InvalidEvent, MAX_APPEND_BYTES, type NewEvent } from './event-store.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MAX_NAME_LENGTH = 200;
const MAX_DEPTH = 64;

/** An event's data and metadata as JSON text. It has been checked that they can be read back unchanged. */
export interface EventJson {
  readonly data: string;
  readonly metadata: string;
}

/**
 * The path inside a value to a part that can't be JSON, followed by what is wrong with it; undefined when nothing is wrong. The
 * path is built only when something is wrong, since nearly every value is in order. It names fields, never their contents.
 */
const flawOf = (value: unknown, depth: number): string | undefined => {
  switch (typeof value) {
    case 'string':
      return flawOfText(value);
    case 'number':
      return Number.isFinite(value) ? undefined : ' is not a finite number';
    case 'boolean':
      return undefined;
    case 'object':
      return value === null ? undefined : flawOfObject(value, depth);
    default:
      return ` is of type ${typeof value}, which JSON doesn't have`;
  }
};

const flawOfText = (text: string): string | undefined => {
  if (text.includes('\0')) return ' contains a NUL character';
  return text.isWellFormed() ? undefined : ' contains half a surrogate pair';
};

const flawOfObject = (value: object, depth: number): string | undefined => {
  if (depth === MAX_DEPTH) return ' is nested too deeply';
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const flaw = flawOf(value[index], depth + 1);
      if (flaw !== undefined) return `[${index}]${flaw}`;
    }
    return undefined;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return ' is not a plain object';
  for (const [field, item] of Object.entries(value)) {
    if (flawOfText(field) !== undefined) return ' has a field name that is not well-formed text';
    const flaw = flawOf(item, depth + 1);
    if (flaw !== undefined) return `.${field}${flaw}`;
  }
  return undefined;
};

/** @throws InvalidEvent unless the value is an object that can be written as JSON and read back unchanged */
export function checkPayload(value: unknown, name: string): asserts value is EventData {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidEvent(`${name} is not an object`);
  }
  const flaw = flawOfObject(value, 0);
  if (flaw !== undefined) throw new InvalidEvent(name + flaw);
}

const payload = (value: unknown, name: string): string => {
  checkPayload(value, name);
  return JSON.stringify(value);
};

const checkName = (name: string, what: string): void => {
  // EventStoreDB reserves names that begin with a dollar sign for the server's own streams and events.
  if (name === '' || name.length > MAX_NAME_LENGTH || name.startsWith('$')) {
    throw new InvalidEvent(`${what} must have 1 to ${MAX_NAME_LENGTH} characters and not begin with $`);
  }
  const flaw = flawOfText(name);
  if (flaw !== undefined) throw new InvalidEvent(what + flaw);
};

/**
 * Checks one append and serializes its payloads. Every adapter calls this before it writes, so that all adapters refuse the same
 * appends. `JSON.stringify` would silently drop or change what is refused here, and Postgres or the EventStoreDB client would
 * fail on it later.
 *
 * @throws InvalidEvent
 */
export const eventJson = (stream: string, events: readonly NewEvent[]): EventJson[] => {
  checkName(stream, 'the stream name');
  if (events.length === 0) throw new InvalidEvent('an append has at least one event');
  let bytes = 0;
  const payloads = events.map((event) => {
    if (!UUID.test(event.id)) throw new InvalidEvent('an event id must be a UUID in lower case');
    checkName(event.type, 'the event type');
    const json = { data: payload(event.data, 'data'), metadata: payload(event.metadata, 'metadata') };
    bytes += Buffer.byteLength(json.data) + Buffer.byteLength(json.metadata);
    return json;
  });
  if (bytes > MAX_APPEND_BYTES) {
    throw new InvalidEvent(`an append of ${bytes} bytes is larger than ${MAX_APPEND_BYTES}`);
  }
  if (events.length > 1 && new Set(events.map((event) => event.id)).size < events.length) {
    throw new InvalidEvent('an event id appears twice in one append');
  }
  return payloads;
};
