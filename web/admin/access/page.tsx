import { ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import {
  type Connection,
  type ConnectionKind,
  listConnections,
  revokeConnections,
} from '../../../src/contracts/settings/connections.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { FailureCallout } from '../../session/failure-callout.tsx';
import { useAuthAction } from '../../session/use-auth-action.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { defineQuery } from '../data/query.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { adminButtonClass } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx';
import { useInstantText } from '../ui/instant-text.ts';
import { countText } from '../ui/number-text.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, FailedState, RowsSkeleton } from '../ui/states.tsx';

const CONNECTIONS = defineQuery({
  name: 'connections',
  about: () => ['connection' as const],
  load: (_input: 'all', { after: _, ...options }) => call(listConnections, options),
});

const KINDS: Readonly<Record<ConnectionKind, { readonly name: string; readonly does: string }>> = {
  api_key: { name: 'API key', does: 'A program reads or changes what the key opens.' },
  webhook: { name: 'Webhook', does: 'Sends the salon’s events to another program.' },
  calendar_address: { name: 'Private calendar address', does: 'A phone reads the appointments.' },
};

/** The reason why somebody came here, by the word in the address. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  password: 'Your new password is saved. ',
  'sign-out': 'All other devices are signed out. ',
};

/** Everything that works without signing in. An administrator whose account was taken over revokes it here at once. */
export function AccessPage() {
  const [query] = useSearchParams();
  const { data, error, reload } = useAdminQuery(CONNECTIONS, 'all');
  const connections = data?.connections;
  return (
    <div className="max-w-3xl space-y-5">
      <PageHeader
        title="What has access"
        count={connections && countText(connections.length, 'connection', 'connections')}
      />
      <p>
        {BEGINNINGS[query.get('after') ?? '']}
        {connections?.length !== 0 &&
          'Programs and phones with one of these still get in: no password ends them. Revoke what you don’t know. If somebody else was in your account, revoke all.'}
      </p>
      {error && !connections && (
        <FailedState what="The list of access couldn’t be loaded" error={error} onRetry={reload} />
      )}
      {!connections && !error && <RowsSkeleton rows={3} label="Loading what has access..." />}
      {connections?.length === 0 && (
        <EmptyState icon={ShieldCheck} title="Nothing has access without signing in" action={<Continue />}>
          No program has an API key, no webhook sends anything, and no phone reads the calendar.
        </EmptyState>
      )}
      {connections && connections.length > 0 && <Chosen connections={connections} onChanged={reload} />}
    </div>
  );
}

const Continue = () => (
  <Link to="/admin" className={adminButtonClass('outline')}>
    Go to the dashboard
  </Link>
);

function Chosen({ connections, onChanged }: { connections: readonly Connection[]; onChanged: () => void }) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const { run, failure } = useAuthAction();
  const list = useRef<HTMLUListElement>(null);
  /** The same request again has the same key. */
  const lastTry = useRef({ of: '', key: '' });
  const keep = connections.map(({ id }) => id).filter((id) => kept.has(id));
  const ends = connections.length - keep.length;

  const revoke = () =>
    run(async ({ asUser }) => {
      const of = keep.join();
      if (lastTry.current.of !== of || lastTry.current.key === '')
        lastTry.current = { of, key: newIdempotencyKey() };
      const { key: idempotencyKey } = lastTry.current;
      const { connections: left } = await asUser((token) =>
        call(revokeConnections, { token, idempotencyKey, body: { keep } }),
      );
      lastTry.current = { of: '', key: '' };
      toastSuccess(
        'Revoked',
        left.length === 0 ? 'Nothing has access any more.' : 'Everything that you kept still works.',
      );
      onChanged();
    });

  return (
    <>
      <FailureCallout failure={failure} />
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="What has access"
        className="divide-y divide-line rounded-md border border-line bg-panel outline-none"
      >
        {connections.map((connection) => (
          <Row
            key={connection.id}
            {...connection}
            isKept={kept.has(connection.id)}
            onKeep={(isKept) => {
              const next = new Set(kept);
              if (isKept) next.add(connection.id);
              else next.delete(connection.id);
              setKept(next);
            }}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        {ends > 0 && (
          <ConfirmButton
            className={adminButtonClass('primary')}
            label={keep.length === 0 ? 'Revoke all' : `Revoke ${ends}, keep ${keep.length}`}
            title={keep.length === 0 ? 'Revoke all?' : `Revoke ${ends} of ${connections.length}?`}
            question="Programs are shut out at once, webhooks are removed, and phones no longer show the calendar. This can’t be undone, but you can make new ones."
            confirm="Yes, revoke"
            keep="Cancel"
            focusAfter={[list]}
            onConfirm={revoke}
          />
        )}
        <Continue />
      </div>
    </>
  );
}

function Row({
  kind,
  name,
  made_at,
  made_by,
  isKept,
  onKeep,
}: Connection & { isKept: boolean; onKeep: (isKept: boolean) => void }) {
  const instantText = useInstantText();
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56 space-y-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p>
          {KINDS[kind].name}. {KINDS[kind].does}
        </p>
        <p className="text-stone tabular-nums wrap-anywhere">
          Made by {made_by ?? 'a former administrator'}, {instantText(made_at)}
        </p>
      </div>
      <label className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={isKept}
          onChange={({ target }) => onKeep(target.checked)}
          className="size-4.5 shrink-0 accent-action"
        />
        Keep<span className="sr-only"> {name}</span>
      </label>
    </li>
  );
}
