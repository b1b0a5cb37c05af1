import type { CustomerSummary } from '../../../../src/contracts/customers/customers.ts';
import { AdminButton } from '../../ui/button.tsx';

/** Asks whether an existing customer is meant who wasn't picked: `Is this Ines Weber, (925) 555-0142?` */
export function KnownQuestion({
  customers,
  onYes,
  onNo,
}: {
  /** Those who may be meant: several may have the same name. */
  customers: readonly CustomerSummary[];
  onYes: (customer: CustomerSummary) => void;
  onNo: () => void;
}) {
  if (customers.length === 0) return null;
  return (
    <fieldset
      data-known-question
      className="space-y-1.5 sm:col-span-2 rounded-md bg-warn-tint px-2.5 py-1.5 text-sm"
    >
      <legend className="sr-only">A customer whom you know?</legend>
      {customers.map((customer) => (
        <div key={customer.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p role="status" className="tabular-nums wrap-anywhere">
            {`Is this ${[customer.name, customer.phone ?? customer.email].filter(Boolean).join(', ')}?`}
          </p>
          <AdminButton
            aria-label={`Yes, this is ${customer.name}`}
            onClick={({ currentTarget, detail }) => {
              // The question goes away. Whoever pressed a key goes on from the name.
              const isByKey = detail === 0;
              if (isByKey) currentTarget.form?.querySelector<HTMLElement>('[role=combobox]')?.focus();
              onYes(customer);
            }}
          >
            Yes
          </AdminButton>
        </div>
      ))}
      <AdminButton look="quiet" className="-ml-3" onClick={onNo}>
        No, somebody else
      </AdminButton>
    </fieldset>
  );
}

/** Moves the focus to the question, if one is asked; returns whether. */
export function leadToQuestion(form: HTMLElement): boolean {
  const yes = form.querySelector<HTMLElement>('[data-known-question] button');
  yes?.focus();
  return yes !== null;
}
