import { Link } from 'react-router-dom';
import { whyNoTexts } from '../bookings/messages/no-texts.ts';
import { whyNoMails } from '../bookings/messages/reach.ts';
import { SENDING } from '../bookings/messages/sending.ts';
import { ATTENTION } from '../bookings/messages/use-undelivered.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { countText } from '../ui/number-text.ts';
import { DescriptionList } from '../ui/page/description-list.tsx';
import { PagePanel } from '../ui/page/page-panel.tsx';
import { SENDING as SENDING_SETTINGS } from '../ui/settings-address.ts';
import { FailedState, RowsSkeleton } from '../ui/states.tsx';

/** Whether texts and mails go out to customers, with links to where that is changed. */
export function MessagesPanel() {
  const { data: sending, error, reload } = useAdminQuery(SENDING, 'now');
  const { data: attention } = useAdminQuery(ATTENTION, 'now');
  const count = attention?.count ?? 0;
  return (
    <PagePanel title="Messages to customers">
      {error && !sending && (
        <FailedState what="Failed to load whether messages go out" error={error} onRetry={reload} />
      )}
      {!sending && !error && <RowsSkeleton rows={2} label="Loading whether messages go out..." />}
      {sending && (
        <DescriptionList
          items={[
            ['Texts', <State key="sms" off={whyNoTexts(sending)} isSetUp={sending.has_provider} />],
            ['Mails', <State key="email" off={whyNoMails(sending)} isSetUp={sending.has_mail_server} />],
            ...(sending.waiting > 0 ? [['Waiting', countText(sending.waiting, 'message')] as const] : []),
            ...(count > 0
              ? [
                  [
                    'To look at',
                    <Link key="look" to="/admin/messages?state=attention" className={linkClass}>
                      {countText(count, 'message needs attention', 'messages need attention')}
                    </Link>,
                  ] as const,
                ]
              : []),
          ]}
        />
      )}
    </PagePanel>
  );
}

const linkClass = 'underline underline-offset-4';

/** Whether messages of one kind go out. @param off why not */
function State({ off, isSetUp }: { off: string | undefined; isSetUp: boolean }) {
  if (off === undefined) return 'Going out';
  return (
    <>
      {off}, so none goes out.{' '}
      <Link to={isSetUp ? '/admin/messages' : SENDING_SETTINGS} className={linkClass}>
        {isSetUp ? 'See Messages' : 'Set them up'}
      </Link>
    </>
  );
}
