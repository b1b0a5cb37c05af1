import type { ReactNode } from 'react';
import { MESSAGE_CHANNELS, type MessageChannel } from '../../../../src/contracts/messages/message-words.ts';
import { telHref } from '../../../ui/form/phone-text.ts';
import { Choice } from '../../ui/form/choice.tsx';
import type { Reach } from '../messages/reach.ts';

/** The choice of staff; a channel that is left out is as usual. */
export type ChosenWays = Partial<Readonly<Record<MessageChannel, boolean>>>;

/** Which ways are ticked: usually those that reach the customer and are set up. */
export const tickedOf = (reach: Reach, chosen: ChosenWays): readonly MessageChannel[] =>
  MESSAGE_CHANNELS.filter((channel) => !reach[channel].why && (chosen[channel] ?? reach[channel].isSetUp));

/**
 * How the customer is told, for the body of a command; nothing if no way is ticked. A way that can't reach them isn't left out on purpose,
 * so the server says why it doesn't.
 */
export function tellOf(reach: Reach, ticked: readonly MessageChannel[]) {
  if (ticked.length === 0) return undefined;
  const isMeant = (channel: MessageChannel) => ticked.includes(channel) || reach[channel].why !== undefined;
  return { sms: isMeant('sms'), email: isMeant('email') };
}

/** Checkboxes for the ways in which a customer is told. Where no message leaves, it says whom to call. */
export function WaysChoice({
  reach,
  ticked,
  isSkipped = false,
  email,
  phone,
  onTick,
  children,
}: {
  reach: Reach;
  ticked: readonly MessageChannel[];
  /** The message is emptied: nothing is sent, so no box is shown as ticked. */
  isSkipped?: boolean;
  email: string | null;
  phone: string | null;
  onTick: (channel: MessageChannel, isTicked: boolean) => void;
  /** Stands below, if any way is ticked. */
  children?: ReactNode;
}) {
  const { sms, email: mail } = reach;
  const isReached = ticked.some((channel) => reach[channel].off === undefined);
  const off = sms.why === undefined ? sms.off : mail.off;
  const box = (channel: MessageChannel, label: ReactNode) => (
    <Choice
      type="checkbox"
      checked={!isSkipped && ticked.includes(channel)}
      onChange={({ target }) => onTick(channel, target.checked)}
    >
      {label}
    </Choice>
  );
  if (sms.why && mail.why) return <CallLine why={sms.why} phone={phone} />;
  return (
    <fieldset>
      <legend className="pb-1 font-medium">Tell the customer</legend>
      {sms.why ? <p className="pb-1 text-stone">{sms.why}</p> : box('sms', 'Text the customer')}
      {!mail.why && box('email', <span className="wrap-anywhere">Mail the customer · {email}</span>)}
      {off && (isReached ? <p className="pb-1 text-stone">{off}.</p> : <OffLine why={off} phone={phone} />)}
      {ticked.length > 0 && children && <div className="space-y-1 pt-2">{children}</div>}
    </fieldset>
  );
}

const Call = ({ phone }: { phone: string }) => (
  <a
    href={telHref(phone)}
    className="whitespace-nowrap text-ink underline decoration-brass underline-offset-4"
  >
    {phone}
  </a>
);

/** Why a customer gets no message, and whom to call instead. */
const CallLine = ({ why, phone }: { why: string; phone: string | null }) => (
  <p className="text-stone">
    {why}
    {phone && (
      <>
        {' '}
        Call <Call phone={phone} />.
      </>
    )}
  </p>
);

/** Why no message leaves at all, and whom to call instead. */
const OffLine = ({ why, phone }: { why: string; phone: string | null }) => (
  <p className="pb-3 text-warn">
    {why}
    {phone && (
      <>
        : call <Call phone={phone} />
      </>
    )}
    .
  </p>
);
