import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import pb from '@eventstore/db-client/generated/streams_pb.js';
import type { Expected, LogPosition, ProposedEvent, StoredEvent, Written } from './log.ts';

/** The wire messages of the double, by the client package's own generated code. */

type Options = NonNullable<ReturnType<pb.ReadReq['getOptions']>>;
type Identifier = sharedPb.StreamIdentifier | undefined;

const bytes = (value: Uint8Array | string | undefined): Uint8Array =>
  typeof value === 'string' ? Buffer.from(value, 'base64') : (value ?? new Uint8Array());

export const streamName = (identifier: Identifier): string =>
  Buffer.from(bytes(identifier?.getStreamName())).toString();

const identifierOf = (stream: string) => new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream));

const ticks = (instant: Date) => (BigInt(instant.getTime()) * 10_000n).toString();

export const eventMessage = (event: StoredEvent): pb.ReadResp => {
  const record = new pb.ReadResp.ReadEvent.RecordedEvent()
    .setId(new sharedPb.UUID().setString(event.id))
    .setStreamIdentifier(identifierOf(event.stream))
    .setStreamRevision(event.revision.toString())
    .setCommitPosition(event.at.commit.toString())
    .setPreparePosition(event.at.prepare.toString())
    .setCustomMetadata(event.customMetadata)
    .setData(event.data);
  record
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', ticks(event.createdAt));
  const read = new pb.ReadResp.ReadEvent().setEvent(record).setCommitPosition(event.at.commit.toString());
  return new pb.ReadResp().setEvent(read);
};

export const checkpointMessage = ({ commit, prepare }: LogPosition): pb.ReadResp =>
  new pb.ReadResp().setCheckpoint(
    new pb.ReadResp.Checkpoint().setCommitPosition(commit.toString()).setPreparePosition(prepare.toString()),
  );

export const confirmationMessage = (id: string): pb.ReadResp =>
  new pb.ReadResp().setConfirmation(new pb.ReadResp.SubscriptionConfirmation().setSubscriptionId(id));

export const caughtUpMessage = (): pb.ReadResp => new pb.ReadResp().setCaughtUp(new pb.ReadResp.CaughtUp());

export const notFoundMessage = (stream: string): pb.ReadResp =>
  new pb.ReadResp().setStreamNotFound(
    new pb.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream)),
  );

/** The position from which the whole log is read or subscribed; exclusive for a subscription. */
export const positionIn = (options: Options): LogPosition | 'start' | 'end' => {
  const position = options.getAll()?.getPosition();
  if (position === undefined) return options.getAll()?.hasEnd() ? 'end' : 'start';
  return { commit: BigInt(position.getCommitPosition()), prepare: BigInt(position.getPreparePosition()) };
};

interface AskedFilter {
  readonly matches: (event: StoredEvent) => boolean;
  /** Number of examined events between checkpoints; undefined without a filter. */
  readonly interval: number | undefined;
}

export const filterIn = (options: Options): AskedFilter => {
  const filter = options.getFilter();
  if (filter === undefined) return { matches: () => true, interval: undefined };
  const onStream = filter.getStreamIdentifier();
  const expression = onStream ?? filter.getEventType();
  const [regex, prefixes] = [expression?.getRegex() ?? '', expression?.getPrefixList() ?? []];
  return {
    matches: ({ stream, type }) => {
      const text = onStream ? stream : type;
      return regex === '' ? prefixes.some((prefix) => text.startsWith(prefix)) : new RegExp(regex).test(text);
    },
    interval: filter.getCheckpointintervalmultiplier() * (filter.hasMax() ? filter.getMax() : 32),
  };
};

export const expectedIn = (options: pb.AppendReq.Options | undefined): Expected => {
  if (options?.hasRevision()) return BigInt(options.getRevision());
  return options?.hasNoStream() ? -1n : 'any';
};

export const proposedIn = (
  message: pb.AppendReq.ProposedMessage | pb.BatchAppendReq.ProposedMessage,
): ProposedEvent => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  customMetadata: message.getCustomMetadata_asU8(),
});

/** The response to an append that was not refused by an error. */
export const appendMessage = (
  written: Exclude<Written, { result: 'dropped' | 'stream-deleted' }>,
  duplicateAt: (at: LogPosition) => LogPosition | undefined,
): pb.AppendResp => {
  switch (written.result) {
    case 'written': {
      const { last, duplicate } = written;
      const at = duplicate ? duplicateAt(last.at) : last.at;
      const success = new pb.AppendResp.Success().setCurrentRevision(last.revision.toString());
      if (at === undefined) success.setNoPosition(new sharedPb.Empty());
      else
        success.setPosition(
          new pb.AppendResp.Position()
            .setCommitPosition(at.commit.toString())
            .setPreparePosition(at.prepare.toString()),
        );
      return new pb.AppendResp().setSuccess(success);
    }
    case 'wrong-expected-version': {
      const wrong = new pb.AppendResp.WrongExpectedVersion();
      if (written.current < 0n) wrong.setCurrentNoStream(new sharedPb.Empty());
      else wrong.setCurrentRevision(written.current.toString());
      return new pb.AppendResp().setWrongExpectedVersion(wrong);
    }
    default:
      return written satisfies never;
  }
};
