import { ShieldCheck } from 'lucide-react';
import { type ProofState, startProof } from '../../../src/contracts/system/proof.ts';
import { call } from '../../api.ts';
import { Callout } from '../../ui/callout.tsx';
import { AdminButton } from '../ui/button.tsx';
import { useInstantText } from '../ui/instant-text.ts';
import { countText, numberText } from '../ui/number-text.ts';
import { DescriptionList } from '../ui/page/description-list.tsx';
import { PagePanel } from '../ui/page/page-panel.tsx';
import { Progress } from '../ui/page/progress.tsx';
import { Technical } from '../ui/page/technical.tsx';
import { FailedState, RowsSkeleton } from '../ui/states.tsx';
import { durationText } from './duration-text.ts';
import { listName } from './names.ts';
import type { useProof } from './proof-query.ts';
import { useSystemRequest } from './use-system-request.ts';

type Proof = NonNullable<ProofState['last']>;

/** The last proof that nothing is wrong, and a button for another one. */
export function ProofPanel({ data, error, reload }: ReturnType<typeof useProof>) {
  const { send, busy } = useSystemRequest(reload);
  return (
    <PagePanel
      title="Nightly check"
      about="Each night, and when you ask, the salon’s records are gone through from the first entry to the last: no time given to two, and every page as the records have it. Meanwhile everything goes on."
    >
      {error && !data && (
        <FailedState what="Failed to load the nightly check" error={error} onRetry={reload} />
      )}
      {!data && !error && <RowsSkeleton rows={2} label="Loading the nightly check..." />}
      {data && (
        <div className="space-y-4">
          <Outcome {...data} />
          {data.running ? (
            <Running {...data.running} />
          ) : (
            <AdminButton busy={busy} onClick={() => send((token) => call(startProof, { token }))}>
              {data.last ? 'Check again' : 'Check now'}
            </AdminButton>
          )}
          {data.last && <Figures {...data.last} />}
        </div>
      )}
    </PagePanel>
  );
}

function Outcome({ last, running, failed }: ProofState) {
  const instantText = useInstantText();
  return (
    <>
      {failed && !running && (
        <Callout tone="error">
          <p className="text-sm">
            <span className="font-medium">The check could not be completed on {instantText(failed.at)}.</span>{' '}
            That says nothing about the records. {failed.error}
          </p>
        </Callout>
      )}
      {!last && !failed && !running && (
        <Callout>
          <p className="text-sm">
            <span className="font-medium">Nothing has been checked yet.</span> That is done in the coming
            night, or now.
          </p>
        </Callout>
      )}
      {last?.holds && (
        <div className="flex max-w-3xl gap-3 rounded-md border border-line bg-panel p-4">
          <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />
          <p className="min-w-0 text-sm">
            <span className="font-medium">
              {numberText(last.double_bookings)} double bookings among{' '}
              {countText(last.appointments, 'appointment')}, and every page is as the records have it.
            </span>{' '}
            Checked on {instantText(last.at)}
            {last.asked_by === null ? '' : `, for ${last.asked_by}`}.
          </p>
        </div>
      )}
      {last?.holds === false && <Findings {...last} />}
    </>
  );
}

function Findings({ at, faults, findings, double_bookings }: Proof) {
  const instantText = useInstantText();
  return (
    <Callout tone="error">
      <div className="space-y-3 text-sm">
        <p>
          <span className="font-medium">{countText(faults, 'thing is', 'things are')} wrong.</span> Found on{' '}
          {instantText(at)}
          {double_bookings > 0 ? `, ${countText(double_bookings, 'double booking')} among them` : ''}.
          Bookings go on. Please show this to the person who looks after the server; the runbook says what to
          do.
        </p>
        <ul className="list-disc space-y-1 pl-5 wrap-anywhere">
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
        {faults > findings.length && <p>And {numberText(faults - findings.length)} more.</p>}
      </div>
    </Callout>
  );
}

function Running({ began_at, progress }: NonNullable<ProofState['running']>) {
  if (began_at === null || progress === null)
    return <Progress label="The check is about to begin…" done={0} total={1} />;
  const part = progress.part === 'log' ? 'all records' : listName(progress.part).toLowerCase();
  return (
    <Progress
      label={`Checking ${part}: part ${progress.done + 1} of ${progress.total}`}
      done={progress.done}
      total={progress.total}
    />
  );
}

function Figures(proof: Proof) {
  const { read_models, personal_parts } = proof;
  const rows = read_models.reduce((sum, model) => sum + model.rows, 0);
  const differing = read_models
    .filter(({ differences }) => differences > 0)
    .map(({ name }) => listName(name));
  return (
    <details className="max-w-3xl">
      <summary className="w-fit cursor-pointer py-2 text-sm font-medium pointer-coarse:py-3">
        Figures of this check
      </summary>
      <div className="pt-2">
        <DescriptionList
          items={[
            ['Records', numberText(proof.events)],
            ['Up to', <Technical key="position">{proof.position || 'none yet'}</Technical>],
            ['It took', durationText(proof.seconds)],
            ['Times given out', numberText(proof.slots)],
            ['Customers', numberText(proof.customers)],
            ['Texts', numberText(proof.texts)],
            [
              'Names, numbers and notes',
              `${numberText(personal_parts.opened)} readable, ${numberText(personal_parts.erased)} erased on purpose`,
            ],
            [
              'Lists behind the pages',
              `${read_models.length} with ${countText(rows, 'row')}, ${
                differing.length === 0
                  ? 'each equal to one made anew'
                  : `not equal to one made anew: ${differing.join(', ')}`
              }`,
            ],
          ]}
        />
      </div>
    </details>
  );
}
