import { useId, useRef } from 'react';
import type { z } from 'zod';
import { makeApiKey, NewApiKey } from '../../../src/contracts/accounts/api-keys.ts';
import { AREAS, type Area } from '../../../src/contracts/accounts/areas.ts';
import { roomFor } from '../../../src/salon/characters.ts';
import { ApiError, call, newIdempotencyKey } from '../../api.ts';
import { FailureCallout } from '../../session/failure-callout.tsx';
import { AdminButton } from '../ui/button.tsx';
import { Choice } from '../ui/form/choice.tsx';
import { AdminField } from '../ui/form/field.tsx';
import { useAdminForm } from '../ui/form/use-admin-form.ts';
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
  const form = useAdminForm({
    values: { name: '', areas: [] as readonly Area[], access: 'read' as 'read' | 'write' },
    schema: NewApiKey,
    send: make,
  });
  const { typed, change, errorOf } = form;
  /** Kept while nobody knows what became of the request, so that no second key is made unseen. */
  const idempotencyKey = useRef(newIdempotencyKey());
  const { run, busy, failure, isWaiting, passwordField, signInAgain } = useFreshAuthAction(email);

  async function make(body: z.output<typeof NewApiKey>): Promise<void> {
    await run(async ({ asUser }) => {
      try {
        const { key } = await asUser((token) =>
          call(makeApiKey, { token, idempotencyKey: idempotencyKey.current, body }),
        );
        onMade({ secret: key, name: body.name });
      } catch (error) {
        if (error instanceof ApiError) idempotencyKey.current = newIdempotencyKey();
        throw error;
      }
    });
  }

  return (
    <div className="max-w-3xl space-y-4 rounded-md border border-line bg-panel p-5">
      <FailureCallout failure={failure} />
      {isWaiting ? (
        <SignInAgain id="password-for-key" field={passwordField} busy={busy} onPassword={signInAgain} />
      ) : (
        <form noValidate aria-label="New key" className="space-y-5 text-sm" onSubmit={form.submit}>
          <AdminField
            label="Name"
            hint="The program’s name, such as Bookkeeping. It stands beside everything that the program changes."
            required
            autoFocus
            autoComplete="off"
            maxLength={roomFor(60)}
            {...form.field('name')}
          />
          <AreaBoxes chosen={typed.areas} error={errorOf('areas')} onChange={(areas) => change({ areas })} />
          <fieldset>
            <legend className="font-medium">What may it do there?</legend>
            <Choice {...form.field('access')} value="read">
              Read only
            </Choice>
            <Choice {...form.field('access')} value="write">
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
