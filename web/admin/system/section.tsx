import { CircleAlert, CircleCheck } from 'lucide-react';
import { getProjections, type SystemState } from '../../../src/contracts/system/projections.ts';
import { call } from '../../api.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { whyNoTexts } from '../bookings/messages/no-texts.ts';
import { type Sending, whyNoMails } from '../bookings/messages/reach.ts';
import { SENDING } from '../bookings/messages/sending.ts';
import { defineQuery } from '../data/query.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { recordInstant } from '../ui/instant-text.ts';
import { countText, numberText } from '../ui/number-text.ts';
import { DescriptionList } from '../ui/page/description-list.tsx';
import { PagePanel } from '../ui/page/page-panel.tsx';
import { Technical } from '../ui/page/technical.tsx';
import { FailedState, RowsSkeleton } from '../ui/states.tsx';
import { BackupPanel } from './backup-panel.tsx';
import { durationText } from './duration-text.ts';
import { waitText } from './log-wait.tsx';
import { MessagesPanel } from './messages-panel.tsx';
import { jobName, listName, taskName } from './names.ts';
import { ProofPanel } from './proof-panel.tsx';
import { useProof } from './proof-query.ts';
import { ReadModelsPanel } from './read-models-panel.tsx';

const SYSTEM_STATE = defineQuery({
  name: 'system',
  about: () => [],
  load: (_input: 'now', { after: _, ...options }) => call(getProjections, options),
});

/** Often while something is being rebuilt or backed up, since people watch it. */
const againAfterMs = (state: SystemState | undefined) =>
  state?.backup?.is_running || state?.read_models.some(({ rebuild }) => rebuild) ? 1_000 : 5_000;

/** In the order of an owner's questions: is everything all right, is there a backup, do messages leave? Then the rest, for a technician. */
export function SystemSection() {
  const { data, error, reload } = useAdminQuery(SYSTEM_STATE, 'now', { againAfterMs });
  const proof = useProof();
  const sending = useAdminQuery(SENDING, 'now');
  return (
    <div className="space-y-10">
      {error && !data && (
        <FailedState what="Failed to load how the service is doing" error={error} onRetry={reload} />
      )}
      {!data && !error && <RowsSkeleton label="Loading how the service is doing..." />}
      {data && (
        <>
          {(sending.data || sending.error) && (
            <Summary
              {...data}
              isProofWrong={proof.data?.last?.holds === false}
              off={sending.data && notGoingOut(sending.data)}
            />
          )}
          <BackupPanel backup={data.backup} onChanged={reload} />
        </>
      )}
      <MessagesPanel />
      <ProofPanel {...proof} />
      {data && (
        <details open={data.read_models.some(({ status }) => status !== 'running')}>
          <summary className="w-fit cursor-pointer py-2 text-sm font-medium pointer-coarse:py-3">
            Details for operators
          </summary>
          <div className="space-y-10 pt-6">
            <Service {...data} />
            <ReadModelsPanel models={data.read_models} onChanged={reload} />
            <Operations {...data} />
          </div>
        </details>
      )}
    </div>
  );
}

/** Events are shown within a fraction of a second; a longer delay has a cause. */
const LATE_SECONDS = 10;

function Summary({
  read_models: models,
  log,
  cleaning,
  backup,
  isProofWrong,
  off,
}: SystemState & {
  isProofWrong: boolean;
  /** Such as that texts aren't set up, where the salon may want it so. */
  off: string | undefined;
}) {
  const { time_zone } = useSalon();
  const names = (found: readonly SystemState['read_models'][number][]) =>
    found.map(({ name }) => listName(name)).join(', ');
  const stopped = models.filter(({ status }) => status === 'stopped');
  const missing = models.filter(({ status }) => status === 'missing');
  const late = models.filter(({ status, lag_seconds }) => status === 'running' && lag_seconds > LATE_SECONDS);
  const troubles = [
    log.waiting_for !== null && waitText(log.waiting_for, time_zone),
    stopped.length > 0 &&
      `Stopped: ${names(stopped)}. Pages that show them are out of date; nothing is lost. The person who looks after the server finds the reason below.`,
    missing.length > 0 &&
      `Being made after an update: ${names(missing)}. Pages that show them follow by themselves.`,
    late.length > 0 && `Behind: ${names(late)}. Pages that show them are a little out of date.`,
    isProofWrong && 'The nightly check has found something wrong: see below.',
    backup?.failed && !backup.is_running && 'The last backup failed: see below.',
    backup &&
      backup.unnoted_erasures > 0 &&
      'What was erased could not be noted beside the backups: see below.',
    cleaning.late &&
      'Erased data is still in the database’s files: cleaning them has not worked for a day. The person who looks after the server finds the reason in its log.',
  ].filter((text) => typeof text === 'string');
  const [Icon, ink] = troubles.length === 0 ? [CircleCheck, 'text-good'] : [CircleAlert, 'text-bad'];
  return (
    <div role="status" className="flex max-w-3xl gap-3 rounded-md border border-line bg-panel p-4">
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${ink}`} />
      <div className="min-w-0 space-y-1 text-sm">
        {troubles.length === 0 && (
          <p className="font-medium">{off ? `Everything works, but ${off}.` : 'Everything is all right.'}</p>
        )}
        {troubles.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  );
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** `texts and mails aren’t set up`; undefined if all messages go out. */
function notGoingOut(sending: Sending): string | undefined {
  const missing = [...(sending.has_provider ? [] : ['texts']), ...(sending.has_mail_server ? [] : ['mails'])];
  if (missing.length > 0) return `${LIST.format(missing)} aren’t set up`;
  const why = whyNoTexts(sending) ?? whyNoMails(sending);
  return why && why.charAt(0).toLowerCase() + why.slice(1);
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

function bytesText(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${numberText(Math.round(bytes / 1_000 ** unit))} ${UNITS[unit]}`;
}

function logText({ kind, events, bytes, events_of_week }: SystemState['log']): string {
  if (events === null || bytes === null) return `kept in ${kind}, which knows their size itself`;
  const week = events_of_week === null ? '' : `; ${numberText(events_of_week)} in the last 7 days`;
  return `about ${countText(events, 'record')}, ${bytesText(bytes)} in ${kind}${week}`;
}

function cleaningText({ last, due_by }: SystemState['cleaning'], timeZone: string): string {
  if (due_by !== null) return `waits, until ${recordInstant(due_by, timeZone)} at the latest`;
  return last === null ? 'nothing was erased yet' : `${recordInstant(last, timeZone)}; nothing waits`;
}

/** The facts that a technician asks for first. */
function Service({ log, versions }: SystemState) {
  return (
    <PagePanel title="The service">
      <DescriptionList
        items={[
          ['Versions', `program ${versions.program}, Node ${versions.node}, Postgres ${versions.postgres}`],
          ['The salon’s records', logText(log)],
        ]}
      />
    </PagePanel>
  );
}

function Operations({ position, process_managers, jobs, cleaning }: SystemState) {
  const { time_zone } = useSalon();
  return (
    <>
      <PagePanel
        title="What the program does by itself"
        about="Each of these follows the salon’s records, and does what has to follow. Technicians call them process managers."
      >
        <DescriptionList
          items={process_managers.map(({ name, position: at, lag_events, lag_seconds }) => [
            taskName(name),
            <span key={name}>
              {lag_events === 0
                ? 'up to date'
                : `${countText(lag_events, 'record')} behind, for ${durationText(lag_seconds)}`}
              <Technical>
                {name} · {at || 'at the start of the log'}
              </Technical>
            </span>,
          ])}
        />
      </PagePanel>
      <PagePanel title="Beside that">
        <DescriptionList
          items={[
            ['The last record', <Technical key="end">{position || 'none yet'}</Technical>],
            ['Erased data in files, cleaned', cleaningText(cleaning, time_zone)],
            ...jobs.map(
              ({ queue, waiting, failed }) =>
                [
                  `In the background: ${jobName(queue)}`,
                  `${numberText(waiting)} waiting, ${numberText(failed)} given up`,
                ] as const,
            ),
          ]}
        />
      </PagePanel>
    </>
  );
}
