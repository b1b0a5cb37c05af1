import { type BaseSyntheticEvent, useLayoutEffect, useRef } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  set,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '../../../api.ts';
import { toastFailure } from '../toast-failure.ts';
import { problemText } from './problem-text.ts';
import { leadToError } from './show-errors.ts';

interface Issue {
  readonly path: string;
  readonly message: string;
}

/**
 * A form of staff. The contract's schema of the request checks what is typed. A mistake that the schema or the server finds is shown at
 * its field. The first wrong field gets the focus.
 *
 * It has all that `useForm` returns, and:
 * - `submit` is for the form's `onSubmit`, and may be called again without an event once it was. It ignores calls while it is `pending`
 * - `isDirty`: something was typed that would be lost
 * - `field` has the props of a field of HTML; `typed`, `change` and `errorOf` are for other fields
 * - `refuse` shows at their fields what the server found wrong; false if the failure is about none of them
 *
 * @param values the form's first values
 * @param toRequest makes the request from what is typed, also from what isn't valid; if it is left out, they are the same
 * @param fields the form's field for a field of the request, where their names differ
 * @param send gets the request as the schema has parsed it
 * @param onFailure shows a failure that is about no field; by default, in a toast
 */
export function useAdminForm<Typed extends FieldValues, Schema extends z.ZodType>({
  values,
  schema,
  toRequest = (typed) => typed,
  fields = {},
  send,
  onFailure = (error) => toastFailure(error),
}: {
  values: Typed;
  schema: Schema;
  toRequest?: (typed: Typed) => unknown;
  fields?: Readonly<Record<string, Path<Typed>>>;
  send: (request: z.output<Schema>, typed: Typed) => Promise<unknown>;
  onFailure?: (error: unknown) => void;
}) {
  const form = useForm<Typed, unknown, { readonly request: z.output<Schema>; readonly typed: Typed }>({
    defaultValues: values as DefaultValues<Typed>,
    shouldFocusError: false,
    resolver(typed) {
      const { data, error } = schema.safeParse(toRequest(typed));
      if (!error) return { values: { request: data as z.output<Schema>, typed }, errors: {} };
      const errors: FieldErrors<Typed> = {};
      const issues = error.issues.map(({ path, message }) => ({
        path: path.join('.'),
        message: problemText(message),
      }));
      for (const [name, message] of byField(issues)) set(errors, name, { type: 'schema', message });
      return { values: {}, errors };
    },
  });
  const { errors, isDirty, isSubmitted, isSubmitting, submitCount } = form.formState;
  const element = useRef<HTMLElement>(null);
  const isUnderWay = useRef(false);
  useLayoutEffect(() => {
    if (submitCount > 0) leadToError(element.current);
  }, [submitCount]);

  /** The first message for each field of the form. */
  function byField(issues: readonly Issue[]): ReadonlyMap<Path<Typed>, string> {
    const messages = new Map<Path<Typed>, string>();
    for (const { path, message } of issues) {
      const name = fields[path] ?? fields[path.split('.', 1)[0] ?? ''] ?? (path as Path<Typed>);
      if (!messages.has(name)) messages.set(name, message);
    }
    return messages;
  }

  function refuse(error: unknown): boolean {
    const issues = error instanceof ApiError ? [...byField(error.fields)] : [];
    const known = issues.filter(([name]) => (name.split('.', 1)[0] ?? '') in values);
    for (const [name, message] of known) form.setError(name, { type: 'server', message });
    return known.length > 0;
  }

  async function submit(event?: BaseSyntheticEvent) {
    event?.preventDefault();
    if (event) element.current = event.currentTarget;
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await form.handleSubmit(async ({ request, typed }) => {
        try {
          await send(request, typed);
        } catch (error) {
          if (!refuse(error)) onFailure(error);
        }
      })();
    } finally {
      isUnderWay.current = false;
    }
  }

  const errorOf = (name: Path<Typed> | 'root'): string | undefined =>
    (get(errors, name) as FieldError | undefined)?.message;
  return {
    ...form,
    submit,
    pending: isSubmitting,
    isDirty,
    typed: form.watch(),
    field: (name: Path<Typed>, options?: RegisterOptions<Typed, Path<Typed>>) => ({
      ...form.register(name, options),
      error: errorOf(name),
    }),
    errorOf,
    change(changes: Partial<Typed>) {
      for (const [name, value] of Object.entries(changes))
        form.setValue(name as Path<Typed>, value, { shouldDirty: true, shouldValidate: isSubmitted });
    },
    refuse,
  };
}
