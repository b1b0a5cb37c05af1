import { breather } from '../async/breather.ts';
import type { RecordedEvent } from '../event-store.ts';
import { ERASED } from '../event-types.ts';
import { openBox, SealBroken } from './sealed-box.ts';
import type { SealingKey, SealingKeys } from './sealing-keys.ts';

/** Stored instead of a personal part that was dropped because its stream's key had already been shredded. */
export const DROPPED = null;

/** A box is bound to its event, so that it can't be moved to another event, not even in the same stream. */
export const bindingOf = (stream: string, eventId: string) => `${stream}/${eventId}`;

/** The sealed personal part of an event. */
interface SealedPart {
  readonly stream: string;
  readonly eventId: string;
  /** In base64. */
  readonly box: string;
}

/** The sealed part of an event; undefined if it has none that can be opened. @throws SealBroken */
const partOf = ({ stream, id: eventId, data: { sealed: box } }: RecordedEvent): SealedPart | undefined => {
  if (box === undefined || box === DROPPED) return undefined;
  if (typeof box !== 'string') throw new SealBroken(`unknown seal on ${bindingOf(stream, eventId)}`);
  return { stream, eventId, box };
};

function open({ stream, eventId, box }: SealedPart, key: SealingKey | undefined): unknown {
  if (key === 'shredded') return ERASED;
  const binding = bindingOf(stream, eventId);
  // If the key has no row, nobody can say whether the person asked to be forgotten or a backup is incomplete.
  if (key === undefined) throw new SealBroken(`there is no key for ${binding}`);
  return JSON.parse(openBox(key, binding, Buffer.from(box, 'base64')).toString());
}

const withPersonal = (event: RecordedEvent, personal: unknown): RecordedEvent => {
  const { sealed: _, ...rest } = event.data;
  return { ...event, data: { ...rest, personal } };
};

/**
 * Opens the personal parts of events, each with its stream's key; a part whose key was shredded becomes `ERASED`. Keys are fetched each
 * time, so that when any process shreds a key, this takes effect as soon as it is committed.
 *
 * @throws SealBroken when a box can't be opened although its key was never shredded
 */
export const openPersonal =
  (keys: Pick<SealingKeys, 'keysOf'>) =>
  async (events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> => {
    const parts = events.map(partOf);
    const streams = new Set(parts.flatMap((part) => (part ? [part.stream] : [])));
    const known = streams.size === 0 ? new Map<string, SealingKey>() : await keys.keysOf([...streams]);
    const breathe = breather();
    const opened: RecordedEvent[] = [];
    for (const [index, event] of events.entries()) {
      const part = parts[index];
      if (part) opened.push(withPersonal(event, open(part, known.get(part.stream))));
      else opened.push('sealed' in event.data ? withPersonal(event, ERASED) : event);
      await breathe();
    }
    return opened;
  };
