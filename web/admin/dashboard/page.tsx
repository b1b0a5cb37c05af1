import { type ComponentProps, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Dashboard } from '../../../src/contracts/bookings/dashboard.ts';
import { formatDate } from '../../../src/salon/date-text.ts';
import { addSalonDays } from '../../../src/salon/salon-time.ts';
import { useSalonNow } from '../../salon/use-salon-now.ts';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { PHONE, useMedia } from '../../ui/use-media.ts';
import type { BookingQuestion } from '../bookings/booking-question.ts';
import { DetailsDialog } from '../bookings/details/details-dialog.tsx';
import { QuestionDialog } from '../bookings/dialogs/question-dialog.tsx';
import { SENDING } from '../bookings/messages/sending.ts';
import { ATTENTION } from '../bookings/messages/use-undelivered.ts';
import { AddButtons } from '../bookings/new/add-buttons.tsx';
import { CALENDAR, DASHBOARD } from '../bookings/queries.ts';
import { DASHBOARD_CHOICE, useShownStylist } from '../bookings/stylists/stylist-choice.tsx';
import { WEBHOOKS } from '../connections/webhooks/queries.ts';
import { WebhooksCallout } from '../connections/webhooks/webhooks-callout.tsx';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { FirstSteps } from '../first-steps/first-steps.tsx';
import { STEPS } from '../first-steps/steps.ts';
import { LogWaitCallout } from '../system/log-wait.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { FailedState } from '../ui/states.tsx';
import { Cancelled } from './cancelled-panel.tsx';
import { Numbers } from './key-numbers.tsx';
import { QuestionsCallout, TextsCallout } from './message-callouts.tsx';
import { NowAndNext } from './now-panel.tsx';
import { Outlook } from './outlook-panel.tsx';
import { Recent } from './recent-panel.tsx';
import { TeamNow } from './team-now.tsx';
import { LEFT_BEHIND } from './today/left-behind.ts';
import { nowAndNext, visitsOf } from './today/now-and-next.ts';
import { Today } from './today-panel.tsx';
import { Waiting } from './waiting-panel.tsx';
import { WhileOffCallout } from './while-off-callout.tsx';

/** The page that staff open first: today's appointments, open requests, and key numbers. */
export function DashboardPage() {
  const clock = useSalonNow();
  const { data: dashboard, error, reload } = useAdminQuery(DASHBOARD, 'now');
  // Loaded together and awaited, so that no free times or callouts push down what somebody is about to press.
  const calendar = useAdminQuery(CALENDAR, { from: clock.date, to: clock.date }, { keepPrevious: true });
  const shown = useShownStylist(calendar.data, false, DASHBOARD_CHOICE);
  const week = useAdminQuery(
    CALENDAR,
    shown.stylists.length > 0 ? { from: clock.date, to: addSalonDays(clock.date, 6) } : null,
    { keepPrevious: true },
  );
  const leftBehind = useAdminQuery(LEFT_BEHIND, shown.stylists.length > 0 ? 'now' : null);
  const steps = useAdminQuery(STEPS, 'now');
  const sending = useAdminQuery(SENDING, 'now');
  const attention = useAdminQuery(ATTENTION, 'now');
  const webhooks = useAdminQuery(WEBHOOKS, 'all');
  const isReady =
    dashboard !== undefined &&
    [calendar, week, leftBehind, steps, sending, attention, webhooks].every(({ isLoading }) => !isLoading);
  const [question, setQuestion] = useState<BookingQuestion | null>(null);
  const [query, setQuery] = useSearchParams();
  const opened = query.get('appointment');
  const isOfAnotherDay = dashboard !== undefined && dashboard.date !== clock.date;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a new day begins, not whenever data is loaded.
  useEffect(() => {
    if (isOfAnotherDay) reload();
  }, [isOfAnotherDay]);
  return (
    <div className="max-w-7xl">
      <PageHeader title="Dashboard" count={formatDate(clock.date)} action={<AddButtons />} />
      {!isReady &&
        (error && !dashboard ? (
          <FailedState what="The dashboard couldn’t be loaded" error={error} onRetry={reload} />
        ) : (
          <Loading />
        ))}
      {isReady && dashboard && (
        <div className="space-y-6">
          <LogWaitCallout />
          <Board
            dashboard={dashboard}
            steps={steps.data}
            week={week.data?.days ?? []}
            leftBehind={leftBehind.data ?? []}
            day={calendar.data?.days.find(({ date }) => date === clock.date)}
            shown={shown}
            clock={clock}
            onAsk={setQuestion}
          />
        </div>
      )}
      {opened !== null && <DetailsDialog id={opened} onClose={() => setQuery({}, { replace: true })} />}
      {question && (
        <QuestionDialog question={question} onAsk={setQuestion} onClose={() => setQuestion(null)} />
      )}
    </div>
  );
}

/** On a phone first who is in the chair and who is next, and today's list; on a wider screen first the numbers, in a row of their own. */
function Board({
  dashboard,
  steps,
  week,
  leftBehind,
  ...now
}: Pick<ComponentProps<typeof Today>, 'day' | 'shown' | 'clock' | 'onAsk'> & {
  dashboard: Dashboard;
  steps: Omit<ComponentProps<typeof FirstSteps>, 'isNew'> | undefined;
  /** Of a team, today and the days after it. */
  week: ComponentProps<typeof WhileOffCallout>['days'];
} & Pick<ComponentProps<typeof WhileOffCallout>, 'leftBehind'>) {
  const isPhone = useMedia(PHONE);
  const { stats, today, waiting, recent, cancelled } = dashboard;
  const { stylists, stylist } = now.shown;
  const isOfAll = stylists.length > 0 && !stylist;
  const ofOne = isOfAll ? [] : visitsOf(stylist?.id, today.bookings);
  const above = isPhone ? nowAndNext(ofOne, now.clock.minute).both.map(({ id }) => id) : [];
  const list = <Today dashboard={dashboard} above={above} {...now} />;
  const numbers = <Numbers stats={stats} />;
  const notices = (
    <>
      {steps && <FirstSteps {...steps} isNew={stats.total_bookings === 0} />}
      <WhileOffCallout days={week} leftBehind={leftBehind} clock={now.clock} />
      <TextsCallout />
      <QuestionsCallout />
      <WebhooksCallout />
    </>
  );
  const others = (
    <>
      <Waiting waiting={waiting} onAsk={now.onAsk} />
      <Recent bookings={recent} />
      <Outlook dashboard={dashboard} today={now.clock.date} />
      <Cancelled cancelled={cancelled} today={now.clock.date} />
    </>
  );
  if (isPhone) {
    return (
      <>
        {isOfAll ? (
          <TeamNow bookings={today.bookings} {...now} stylists={stylists} />
        ) : (
          <NowAndNext dashboard={dashboard} {...now} />
        )}
        {list}
        {notices}
        {numbers}
        {others}
      </>
    );
  }
  return (
    <>
      {numbers}
      {notices}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {list}
        <div className="min-w-0 space-y-6">{others}</div>
      </div>
    </>
  );
}

function Loading() {
  return (
    <div role="status" className="animate-late space-y-6">
      <span className="sr-only">Loading the dashboard...</span>
      <Skeleton className="h-24" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}
