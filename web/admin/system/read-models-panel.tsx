import {
  type ReadModel,
  rebuildProjection,
  retryProjection,
  type SystemState,
} from '../../../src/contracts/system/projections.ts';
import { call } from '../../api.ts';
import { AdminButton } from '../ui/button.tsx';
import { useInstantText } from '../ui/instant-text.ts';
import { countText, numberText } from '../ui/number-text.ts';
import { PagePanel } from '../ui/page/page-panel.tsx';
import { Progress } from '../ui/page/progress.tsx';
import { Technical } from '../ui/page/technical.tsx';
import { durationText } from './duration-text.ts';
import { listName } from './names.ts';
import { useSystemRequest } from './use-system-request.ts';

/** The read models, with what may be done about each. */
export function ReadModelsPanel({
  models,
  onChanged,
}: {
  models: SystemState['read_models'];
  onChanged: () => void;
}) {
  return (
    <PagePanel
      title="Lists behind the pages"
      about="Every page shows lists that the program keeps by itself from the salon’s records. If one is wrong, it can be made anew at any time; its pages go on showing the present one until then. Technicians call them read models."
    >
      <ul className="divide-y divide-line rounded-md border border-line bg-panel">
        {models.map((model) => (
          <Row key={model.name} model={model} onChanged={onChanged} />
        ))}
      </ul>
    </PagePanel>
  );
}

function lagText({ status, lag_events, lag_seconds }: ReadModel): string {
  if (status === 'missing') return 'not made yet';
  if (lag_events === 0) return 'up to date';
  const events = lag_events < 1_000 ? countText(lag_events, 'record') : '1,000 records or more';
  return `${events} behind, for ${durationText(lag_seconds)}`;
}

const MARKS = { running: null, stopped: 'Stopped', missing: 'Being made' } as const;

function Row({ model, onChanged }: { model: ReadModel; onChanged: () => void }) {
  const request = useSystemRequest(onChanged);
  const instantText = useInstantText();
  const { name, version, status, position, events, events_per_second: rate, error, stopped_at } = model;
  const { rebuild, last_rebuild } = model;

  const send = (operation: typeof rebuildProjection | typeof retryProjection) =>
    request.send((token) => call(operation, { token, params: { name } }));

  const mark = MARKS[status];
  return (
    <li
      aria-label={listName(name)}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3 text-sm"
    >
      <div className="min-w-0 flex-1 basis-64 space-y-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {listName(name)}
          {mark && (
            <span className="rounded-full bg-bad-tint px-2.5 py-0.5 text-xs font-medium text-bad forced-colors:border">
              {mark}
            </span>
          )}
        </p>
        <p className="text-stone tabular-nums">
          {lagText(model)} · made from {countText(events, 'record')}
        </p>
        <Technical>
          {name} · version {version} · {position || 'at the start of the log'}
          {rate !== null && ` · ${numberText(Math.round(rate))} events/s`}
        </Technical>
        {stopped_at && (
          <p className="wrap-anywhere">
            It stopped at a record that it can’t read: {stopped_at.type ?? 'the event'} of{' '}
            {stopped_at.stream ?? 'a stream'} at {stopped_at.position}.
          </p>
        )}
        {error && <p className="text-bad wrap-anywhere">{error}</p>}
        {last_rebuild && !rebuild && (
          <p className={last_rebuild.error === null ? 'text-stone' : 'text-bad wrap-anywhere'}>
            {last_rebuild.error === null
              ? `Made anew on ${instantText(last_rebuild.at)}.`
              : `Making it anew failed on ${instantText(last_rebuild.at)}: ${last_rebuild.error}`}
          </p>
        )}
        {rebuild && <Rebuild {...rebuild} />}
      </div>
      <div className="flex gap-2">
        {status !== 'running' && error !== null && (
          <AdminButton
            look="primary"
            busy={request.busy}
            aria-label={`Try again: ${listName(name)}`}
            onClick={() => send(retryProjection)}
          >
            Try again
          </AdminButton>
        )}
        {!rebuild && (
          <AdminButton
            busy={request.busy}
            aria-label={`Make anew: ${listName(name)}`}
            onClick={() => send(rebuildProjection)}
          >
            Make anew
          </AdminButton>
        )}
      </div>
    </li>
  );
}

function Rebuild({
  done,
  total,
  events_per_second: rate,
  seconds_left: left,
}: NonNullable<ReadModel['rebuild']>) {
  const speed = rate === null ? '' : `, ${numberText(Math.round(rate))}/s`;
  const remaining = left === null ? '' : `, ${durationText(left)} left`;
  return (
    <Progress
      label={`Making it anew: ${numberText(done)} of ${countText(Math.max(done, total), 'record')}${speed}${remaining}`}
      done={done}
      total={total}
    />
  );
}
