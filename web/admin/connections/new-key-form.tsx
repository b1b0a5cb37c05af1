import { useId, useRef, useState } from 'react';
import { makeApiKey, NewApiKey } from '../../../src/contracts/accounts/api-keys.ts';
import { AREAS, type Area } from '../../../src/contracts/accounts/areas.ts';
import { roomFor } from '../../../src/salon/characters.ts';
import { ApiError, call, newIdempotencyKey } from '../../api.ts';
import { FailureNotice } from '../../session/failure-notice.tsx';
import { AdminButton } from '../ui/button.tsx';
import { Choice } from '../ui/form/choice.tsx';
import { AdminField } from '../ui/form/field.tsx';
import { showErrors } from '../ui/form/show-errors.ts';
import { SignInAgain } from '../ui/fresh-sign-in/sign-in-again.tsx';
import { useFreshAuthAction } from '../ui/fresh-sign-in/use-fresh-auth-action.ts';

/** A key that was just made. */
export interface MadeKey {
  readonly secret: string;
  readonly name: string;
}

const ALL = Object.entries(AREAS) as [Area, (typeof AREAS)[Area]][];

/** A form for a new key's name and areas. */
export function NewKeyForm({
  email,
  onMade,
  onCancel,
}: {
  /** The signed-in user's. */
  email: string;
  onMade: (made: MadeKey) => void;
  onCancel: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [areas, setAreas] = useState<readonly Area[]>([]);
  const [access, setAccess] = useState<'read' | 'write'>('read');
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  /** Kept while nobody knows what became of the request, so that no second key is made unseen. */
  const attempt = useRef(newIdempotencyKey());
  const { run, busy, failure, isWaiting, passwordField, signInAgain } = useFreshAuthAction(email);

  async function make() {
    const parsed = NewApiKey.safeParse({ name, areas, access });
    const wrong = parsed.error?.issues.map(({ path, message }) => [String(path[0]), message] as const);
    showErrors(form.current, () => setErrors(new Map(wrong)));
    if (!parsed.success) return;
    const body = parsed.data;
    await run(async ({ asUser }) => {
      try {
        const { key } = await asUser((token) =>
          call(makeApiKey, { token, idempotencyKey: attempt.current, body }),
        );
        onMade({ secret: key, name: body.name });
      } catch (error) {
        if (error instanceof ApiError) attempt.current = newIdempotencyKey();
        throw error;
      }
    });
  }

  return (
    <div className="max-w-3xl space-y-4 rounded-md border border-line bg-panel p-5">
      <FailureNotice failure={failure} />
      {isWaiting ? (
        <SignInAgain id="password-for-key" field={passwordField} busy={busy} onPassword={signInAgain} />
      ) : (
        <form
          ref={form}
          noValidate
          aria-label="New key"
          className="space-y-5 text-sm"
          onSubmit={(event) => {
            event.preventDefault();
            void make();
          }}
        >
          <AdminField
            label="Name"
            hint="Of the program, such as Bookkeeping. It stands beside what the program changes."
            required
            autoFocus
            autoComplete="off"
            maxLength={roomFor(60)}
            value={name}
            error={errors.get('name')}
            onChange={({ target }) => setName(target.value)}
          />
          <AreaBoxes chosen={areas} error={errors.get('areas')} onChange={setAreas} />
          <fieldset>
            <legend className="font-medium">What may it do there?</legend>
            <Choice name="access" checked={access === 'read'} onChange={() => setAccess('read')}>
              Read only
            </Choice>
            <Choice name="access" checked={access === 'write'} onChange={() => setAccess('write')}>
              Read and change
            </Choice>
          </fieldset>
          <div className="flex flex-wrap gap-3">
            <AdminButton look="primary" type="submit" busy={busy}>
              Make the key
            </AdminButton>
            <AdminButton onClick={onCancel}>Cancel</AdminButton>
          </div>
        </form>
      )}
    </div>
  );
}

function AreaBoxes({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly Area[];
  error: string | undefined;
  onChange: (areas: readonly Area[]) => void;
}) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="pb-1 font-medium">What may it open?</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {ALL.map(([area, { name, about }]) => (
          <label key={area} className="flex min-h-9 items-start gap-2.5 py-1.5 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={chosen.includes(area)}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, area] : chosen.filter((one) => one !== area))
              }
              className="mt-0.5 size-4.5 shrink-0 accent-action"
            />
            <span>
              {name}
              <span className="block text-stone">{about}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
