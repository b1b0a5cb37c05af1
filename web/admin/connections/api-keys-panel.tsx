import { type RefObject, useRef, useState } from 'react';
import { type ApiKey, listApiKeys, revokeApiKey } from '../../../src/contracts/accounts/api-keys.ts';
import { AREAS } from '../../../src/contracts/accounts/areas.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { FailureCallout } from '../../session/failure-callout.tsx';
import { useSession } from '../../session/store.ts';
import { useAuthAction } from '../../session/use-auth-action.ts';
import { Button } from '../../ui/button.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { useAskBeforeUnload } from '../../ui/use-ask-before-leaving.ts';
import { defineQuery } from '../data/query.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { AdminButton, adminButtonClass } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx';
import { useInstantText } from '../ui/instant-text.ts';
import { PagePanel } from '../ui/page/page-panel.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { FailedState, RowsSkeleton } from '../ui/states.tsx';
import { type MadeKey, NewKeyForm } from './new-key-form.tsx';

const API_KEYS = defineQuery({
  name: 'api-keys',
  about: () => [],
  load: (_input: 'now', { after: _, ...options }) => call(listApiKeys, options),
});

type Shown = 'list' | 'form' | MadeKey;

/** The keys with which other programs read or change something here. */
export function ApiKeysPanel() {
  const session = useSession();
  const { data: keys, error, reload } = useAdminQuery(API_KEYS, 'now');
  const [shown, setShown] = useState<Shown>('list');
  const makeButton = useRef<HTMLButtonElement>(null);
  const backToList = () => {
    setShown('list');
    requestAnimationFrame(() => makeButton.current?.focus());
  };
  return (
    <PagePanel
      title="API keys"
      about={
        <>
          A key lets another program, such as your accountant’s, read or change what you choose, in your name.
          Give each program a key of its own, so that you can revoke it alone. The person who writes the
          program finds everything on{' '}
          <a href="/api/docs" target="_blank" rel="noreferrer" className="text-ink underline">
            the page for programmers
          </a>
          .
        </>
      }
    >
      {error && !keys && <FailedState what="Failed to load the keys" error={error} onRetry={reload} />}
      {!keys && !error && <RowsSkeleton rows={2} label="Loading the keys..." />}
      {keys && typeof shown === 'object' && <NewKey {...shown} onKept={backToList} />}
      {keys && shown === 'form' && session.status === 'signed-in' && (
        <NewKeyForm
          email={session.user.email ?? ''}
          onMade={(made) => {
            setShown(made);
            reload();
          }}
          onCancel={backToList}
        />
      )}
      {keys && (keys.length === 0 ? shown === 'list' && <NoKeys /> : <Keys keys={keys} onChanged={reload} />)}
      {keys && shown === 'list' && (
        <AdminButton ref={makeButton} onClick={() => setShown('form')}>
          Make a key
        </AdminButton>
      )}
    </PagePanel>
  );
}

function NewKey({ secret, name, onKept }: MadeKey & { onKept: () => void }) {
  useAskBeforeUnload();
  return (
    <ShownOnce
      title={`The key for “${name}”`}
      about="It is shown this once. Put it into the program now. Anybody who has it can do what you have chosen, so send it to nobody by mail or chat."
      value={secret}
      copy="Copy the key"
    >
      <Button onClick={onKept}>I have put it in</Button>
    </ShownOnce>
  );
}

const NoKeys = () => <p className="text-sm text-stone">No program has a key yet.</p>;

function Keys({ keys, onChanged }: { keys: readonly ApiKey[]; onChanged: () => void }) {
  const { run, failure } = useAuthAction();
  const list = useRef<HTMLUListElement>(null);
  const revoke = ({ id, name }: ApiKey) =>
    run(async ({ asUser }) => {
      await asUser((token) =>
        call(revokeApiKey, { token, idempotencyKey: newIdempotencyKey(), params: { id } }),
      );
      toastSuccess('Key revoked', `“${name}” opens nothing any more.`);
      onChanged();
    });
  return (
    <>
      <FailureCallout failure={failure} />
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="API keys"
        className="max-w-3xl divide-y divide-line rounded-md border border-line bg-panel outline-none"
      >
        {keys.map((key) => (
          <Key key={key.id} {...key} list={list} onRevoke={() => revoke(key)} />
        ))}
      </ul>
    </>
  );
}

function Key({
  name,
  areas,
  access,
  created_at,
  created_by,
  last_used_at,
  list,
  onRevoke,
}: ApiKey & { list: RefObject<HTMLUListElement | null>; onRevoke: () => Promise<boolean> }) {
  const instantText = useInstantText();
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56 space-y-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p>
          {access === 'write' ? 'Reads and changes' : 'Reads'}:{' '}
          {areas.map((area) => AREAS[area].name).join(', ')}
        </p>
        <p className="text-stone tabular-nums wrap-anywhere">
          Made by {created_by}, {instantText(created_at)}
        </p>
        <p className="text-stone tabular-nums">
          {last_used_at === null ? 'Never used' : `Last used ${instantText(last_used_at)}`}
        </p>
      </div>
      <ConfirmButton
        className={adminButtonClass()}
        label="Revoke"
        accessibleLabel={`Revoke ${name}`}
        title={`Revoke “${name}”?`}
        question="The program that has this key is shut out at once. This can’t be undone, but you can make another key."
        confirm="Yes, revoke it"
        keep="Keep it"
        focusAfter={[list]}
        onConfirm={onRevoke}
      />
    </li>
  );
}
