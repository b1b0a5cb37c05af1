import { useSession } from '../../../session/store.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { phoneText } from '../../../ui/form/phone-text.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { FailedState, RowsSkeleton } from '../../ui/states.tsx';
import { Group } from '../form/group.tsx';
import { ChannelKeys } from './channel-keys.tsx';
import { SENDING_KEYS } from './queries.ts';
import { SendTest } from './send-test.tsx';

/** The keys for texts and mails, and a test of them. Secrets are entered here and never shown. */
export function SendingSection() {
  const session = useSession();
  const { data, error, reload } = useAdminQuery(SENDING_KEYS, 'now');
  if (error && !data)
    return <FailedState what="Failed to load the settings" error={error} onRetry={reload} />;
  if (!data || session.status !== 'signed-in') return <RowsSkeleton label="Loading the settings..." />;
  const { sms, email, version } = data;
  const address = session.user.email ?? '';
  return (
    <>
      <Group
        title="Texts"
        about="Texts to customers leave through an account of yours at Twilio, which charges for each of them."
      >
        <ChannelKeys
          channel="sms"
          current={sms}
          version={version}
          email={address}
          from={sms.from === null ? null : `Texts come from ${phoneText(sms.from)}.`}
        />
        {sms.source !== 'none' && <Webhook url={sms.webhook} />}
        <SendTest key={`sms ${version}`} channel="sms" />
      </Group>
      <Group
        title="Mails"
        about={
          <>
            Mails leave through the mail server of your provider. They come from{' '}
            <span className="inline-block wrap-anywhere">{email.from}</span>. For an address of yours, enter
            it under Salon, at Contact Us Here. One in the server’s settings goes before it.
          </>
        }
      >
        <ChannelKeys
          channel="email"
          current={email}
          version={version}
          email={address}
          from={email.host === null ? null : `Mails leave through ${email.host}.`}
        />
        <SendTest key={`email ${version}`} channel="email" address={address} />
      </Group>
    </>
  );
}

/** The URL to which Twilio has to send what customers text back, STOP among it. */
function Webhook({ url }: { url: string }) {
  return (
    <div className="space-y-2 text-sm">
      <p>
        So that answers, and STOP, reach you: in Twilio’s console, at your number, enter this address under “A
        message comes in”.
      </p>
      <p className="rounded-md bg-sand px-3 py-2 select-all wrap-anywhere">{url}</p>
      <CopyButton text={url} label="Copy the address" />
    </div>
  );
}
