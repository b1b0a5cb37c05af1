import type { AdminService } from '../../../src/contracts/salon/admin-services.ts';
import { SERVICE_CATEGORIES } from '../../../src/contracts/salon/groups.ts';
import { Choice } from '../ui/form/choice.tsx';
import { controlClass } from '../ui/form/field.tsx';

/** A service that a stylist does, with what is typed; what is empty is as the catalogue says. */
export interface TypedService {
  readonly id: string;
  readonly minutes: string;
  readonly price: string;
}

/**
 * The services that a stylist does: all, or those that are ticked, each with a length and a price of the stylist's own if they differ.
 *
 * @param chosen null for all
 */
export function ServicesField({
  catalogue,
  chosen,
  errorOf,
  onChange,
}: {
  catalogue: readonly AdminService[];
  chosen: readonly TypedService[] | null;
  errorOf: (path: string) => string | undefined;
  onChange: (chosen: readonly TypedService[] | null) => void;
}) {
  const error = errorOf('services');
  return (
    <fieldset className="sm:col-span-2">
      <legend className="font-medium">Services</legend>
      <Choice name="which" checked={chosen === null} onChange={() => onChange(null)}>
        All, and those that you add later
      </Choice>
      <Choice name="which" checked={chosen !== null} onChange={() => chosen ?? onChange([])}>
        Only these
      </Choice>
      {error && (
        <p role="alert" className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
      {chosen &&
        SERVICE_CATEGORIES.map((category) => {
          const ofIt = catalogue.filter((service) => service.category === category);
          return (
            ofIt.length > 0 && (
              <div key={category} className="pt-2">
                <p className="text-xs font-medium text-stone">{category}</p>
                <ul className="divide-y divide-line">
                  {ofIt.map((service) => (
                    <ServiceLine
                      key={service.id}
                      service={service}
                      chosen={chosen}
                      errorOf={errorOf}
                      onChange={onChange}
                    />
                  ))}
                </ul>
              </div>
            )
          );
        })}
    </fieldset>
  );
}

function ServiceLine({
  service: { id, name, active, duration_minutes, price_cents, price_text },
  chosen,
  errorOf,
  onChange,
}: {
  service: AdminService;
  chosen: readonly TypedService[];
  errorOf: (path: string) => string | undefined;
  onChange: (chosen: readonly TypedService[]) => void;
}) {
  const index = chosen.findIndex((one) => one.id === id);
  const typed = chosen[index];
  const problems = ['minutes', 'price_cents'].flatMap((field) => errorOf(`services.${index}.${field}`) ?? []);
  const type = (change: Partial<TypedService>) =>
    typed && onChange(chosen.with(index, { ...typed, ...change }));
  const field = { type: 'number', autoComplete: 'off', min: 0 } as const;
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-1">
      <Choice
        type="checkbox"
        className="min-w-40 flex-1"
        checked={typed !== undefined}
        onChange={({ target }) =>
          onChange(
            target.checked
              ? [...chosen, { id, minutes: '', price: '' }]
              : chosen.filter((one) => one.id !== id),
          )
        }
      >
        <span className="min-w-0 wrap-anywhere">
          {name} {!active && <span className="text-xs text-stone">not offered</span>}
        </span>
      </Choice>
      {typed && (
        <div className="flex items-center gap-2 pb-1 sm:pb-0">
          <label className="flex items-center gap-1.5 text-stone">
            <input
              {...field}
              step={15}
              inputMode="numeric"
              aria-label={`Minutes for ${name}`}
              aria-invalid={errorOf(`services.${index}.minutes`) !== undefined}
              placeholder={String(duration_minutes)}
              value={typed.minutes}
              onChange={({ target }) => type({ minutes: target.value })}
              className={`${controlClass} w-20! px-2!`}
            />
            min
          </label>
          <label className="flex items-center gap-1.5 text-stone">
            $
            <input
              {...field}
              step={0.01}
              inputMode="decimal"
              aria-label={`Price of ${name} in dollars`}
              aria-invalid={errorOf(`services.${index}.price_cents`) !== undefined}
              placeholder={price_text === null ? (price_cents / 100).toFixed(2) : 'varies'}
              value={typed.price}
              onChange={({ target }) => type({ price: target.value })}
              className={`${controlClass} w-24! px-2!`}
            />
          </label>
        </div>
      )}
      {problems.map((problem) => (
        <p key={problem} role="alert" className="w-full text-sm font-medium text-bad">
          {problem}
        </p>
      ))}
    </li>
  );
}
