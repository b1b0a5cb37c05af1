import { z } from 'zod';
import { makeWebhook, type Webhook } from '../../../../src/contracts/settings/webhooks.ts';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { AdminButton } from '../../ui/button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { useAdminForm } from '../../ui/form/use-admin-form.ts';
import { SignInAgain } from '../../ui/fresh-sign-in/sign-in-again.tsx';
import { type SendOptions, useKeyedAction } from '../../ui/fresh-sign-in/use-keyed-action.ts';
import { KINDS } from './texts.ts';

/** The typed address, and the kinds of events that are sent there. */
interface Typed {
  readonly url: string;
  readonly types: Webhook['types'];
}

/** Takes an address and the kinds of events that are sent there. */
export function WebhookForm<Answer>({
  label,
  save,
  initial = { url: '', types: null },
  onSend,
  onDone,
  onCancel,
}: {
  label: string;
  save: string;
  initial?: Typed;
  onSend: (typed: Typed, options: SendOptions) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onCancel: () => void;
}) {
  const form = useAdminForm({
    values: {
      url: initial.url,
      isAll: initial.types === null,
      chosen: [...(initial.types ?? Object.keys(KINDS))] as readonly string[],
    },
    schema: z.object({
      url: makeWebhook.body.shape.url,
      types: z.array(z.string()).min(1, 'Please choose at least one.').nullable(),
    }),
    toRequest: ({ url, isAll, chosen }) => ({ url, types: isAll ? null : chosen }),
    fields: { types: 'chosen' },
    send,
  });
  const {
    typed: { isAll, chosen },
    change,
    errorOf,
  } = form;
  const { act, busy, failure, isWaiting, passwordField, signInAgain } = useKeyedAction();
  // Types that a program has chosen one by one can be taken away here.
  const others = (initial.types ?? []).filter((name) => !Object.hasOwn(KINDS, name));

  async function send(typed: Typed): Promise<void> {
    await act(
      JSON.stringify([label, typed]),
      async (options) => {
        try {
          return { answer: await onSend(typed, options) };
        } catch (error) {
          if (!form.refuse(error)) throw error;
          return undefined;
        }
      },
      (sent) => sent && onDone(sent.answer),
    );
  }

  if (isWaiting)
    return (
      <SignInAgain id="password-for-webhook" field={passwordField} busy={busy} onPassword={signInAgain} />
    );
  const box = (name: string, words: { readonly name: string; readonly about: string }) => (
    <label key={name} className="flex min-h-9 items-start gap-2.5 py-1.5 text-sm pointer-coarse:min-h-11">
      <input
        type="checkbox"
        className="size-4.5 shrink-0 accent-action"
        checked={chosen.includes(name)}
        onChange={({ target }) =>
          change({ chosen: target.checked ? [...chosen, name] : chosen.filter((other) => other !== name) })
        }
      />
      <span>
        <span className="font-medium">{words.name}</span>{' '}
        {words.about && <span className="text-stone">{words.about}</span>}
      </span>
    </label>
  );
  return (
    <form
      noValidate
      aria-label={label}
      className="max-w-3xl space-y-4 rounded-md border border-line bg-panel p-4"
      onSubmit={form.submit}
    >
      <AdminField
        label="Address"
        hint="The maker of the other program tells you what to enter here."
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        required
        {...form.field('url')}
      />
      <fieldset className="space-y-1">
        <legend className="text-sm font-medium">Events that it gets</legend>
        <Choice type="checkbox" {...form.field('isAll')} className="text-sm font-medium">
          Everything that happens
        </Choice>
        {!isAll && (
          <div className="grid gap-x-6 pl-7 sm:grid-cols-2">
            {Object.entries(KINDS).map(([name, words]) => box(name, words))}
            {others.map((name) => box(name, { name, about: '' }))}
          </div>
        )}
        {errorOf('chosen') && (
          <p role="alert" className="text-sm text-bad">
            {errorOf('chosen')}
          </p>
        )}
      </fieldset>
      <FailureCallout failure={failure} />
      <div className="flex flex-wrap gap-3">
        <AdminButton look="primary" type="submit" busy={busy}>
          {save}
        </AdminButton>
        <AdminButton onClick={onCancel}>Cancel</AdminButton>
      </div>
    </form>
  );
}
