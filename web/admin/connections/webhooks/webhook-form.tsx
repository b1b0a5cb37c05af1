import { useRef, useState } from 'react';
import type { Webhook } from '../../../../src/contracts/settings/webhooks.ts';
import { ApiError } from '../../../api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { AdminButton } from '../../ui/button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { showErrors } from '../../ui/form/show-errors.ts';
import { SignInAgain } from '../../ui/fresh-sign-in/sign-in-again.tsx';
import { KINDS } from './texts.ts';
import { type Sending, useWebhookAction } from './use-webhook-action.ts';

/** The typed address, and the kinds of events that are sent there. */
interface Typed {
  readonly url: string;
  readonly types: Webhook['types'];
}

/** Takes an address and what it is to be told of. */
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
  onSend: (typed: Typed, sending: Sending) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onCancel: () => void;
}) {
  const [url, setUrl] = useState(initial.url);
  const [isAll, setAll] = useState(initial.types === null);
  const [chosen, setChosen] = useState<readonly string[]>(initial.types ?? Object.keys(KINDS));
  const [errors, setErrors] = useState<{ readonly url?: string | undefined; readonly types?: string }>({});
  const form = useRef<HTMLFormElement>(null);
  const { act, busy, failure, isWaiting, passwordField, signInAgain } = useWebhookAction();
  // Types that a program has chosen one by one can be taken away here.
  const others = (initial.types ?? []).filter((name) => !Object.hasOwn(KINDS, name));

  function submit() {
    const wrong = {
      ...(!/^https?:\/\/\S+$/.test(url.trim()) && {
        url: 'Please enter an address such as https://example.com/salon-events.',
      }),
      ...(!isAll && chosen.length === 0 && { types: 'Please choose at least one.' }),
    };
    showErrors(form.current, () => setErrors(wrong));
    if (Object.keys(wrong).length > 0) return;
    const typed = { url: url.trim(), types: isAll ? null : chosen };
    void act(
      JSON.stringify([label, typed]),
      async (sending) => {
        try {
          return { answer: await onSend({ ...typed, types: typed.types && [...typed.types] }, sending) };
        } catch (error) {
          const fault = error instanceof ApiError && error.fields.find(({ path }) => path === 'url');
          if (!fault) throw error;
          showErrors(form.current, () => setErrors({ url: fault.message }));
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
          setChosen(target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
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
      ref={form}
      noValidate
      aria-label={label}
      className="max-w-3xl space-y-4 rounded-md border border-line bg-panel p-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
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
        value={url}
        error={errors.url}
        onChange={({ target }) => {
          setUrl(target.value);
          setErrors({ ...errors, url: undefined });
        }}
      />
      <fieldset className="space-y-1">
        <legend className="text-sm font-medium">Events that it gets</legend>
        <Choice
          type="checkbox"
          checked={isAll}
          onChange={({ target }) => setAll(target.checked)}
          className="text-sm font-medium"
        >
          Everything that happens
        </Choice>
        {!isAll && (
          <div className="grid gap-x-6 pl-7 sm:grid-cols-2">
            {Object.entries(KINDS).map(([name, words]) => box(name, words))}
            {others.map((name) => box(name, { name, about: '' }))}
          </div>
        )}
        {errors.types && (
          <p role="alert" className="text-sm text-bad">
            {errors.types}
          </p>
        )}
      </fieldset>
      <FailureNotice failure={failure} />
      <div className="flex flex-wrap gap-3">
        <AdminButton look="primary" type="submit" busy={busy}>
          {save}
        </AdminButton>
        <AdminButton onClick={onCancel}>Cancel</AdminButton>
      </div>
    </form>
  );
}
