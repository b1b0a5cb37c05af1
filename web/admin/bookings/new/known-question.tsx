import type { ComponentProps, ReactNode } from 'react';
import type { CustomerSummary } from '../../../../src/contracts/customers/customers.ts';
import { AdminButton } from '../../ui/button.tsx';

/** Asks whether an existing customer is meant who wasn't picked: `Is this Ines Weber, (925) 555-0142?` */
export function KnownQuestion({
  customers,
  error,
  onYes,
  onNo,
}: {
  /** Those who may be meant: several may have the same name. */
  customers: readonly CustomerSummary[];
  error: string | undefined;
  onYes: (customer: CustomerSummary) => void;
  onNo: () => void;
}) {
  if (customers.length === 0) return null;
  return (
    <QuestionBox error={error}>
      {customers.map((customer) => (
        <div key={customer.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p role="status" className="tabular-nums wrap-anywhere">
            {`Is this ${[customer.name, customer.phone ?? customer.email].filter(Boolean).join(', ')}?`}
          </p>
          <YesButton aria-label={`Yes, this is ${customer.name}`} onYes={() => onYes(customer)}>
            Yes
          </YesButton>
        </div>
      ))}
      <AdminButton look="quiet" className="-ml-3" onClick={onNo}>
        No, somebody else
      </AdminButton>
    </QuestionBox>
  );
}

/** A question that must be answered before the booking is saved. */
export function QuestionBox({ error, children }: { error: string | undefined; children: ReactNode }) {
  return (
    <fieldset
      data-known-question
      className="space-y-1.5 sm:col-span-2 rounded-md bg-warn-tint px-2.5 py-1.5 text-sm"
    >
      <legend className="sr-only">A customer whom you know?</legend>
      {children}
      <p role="alert" className="font-medium text-bad empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}

/** The question goes away with the answer. Whoever pressed a key goes on from the name. */
export function YesButton({ onYes, ...rest }: ComponentProps<typeof AdminButton> & { onYes: () => void }) {
  return (
    <AdminButton
      onClick={({ currentTarget, detail }) => {
        const isByKey = detail === 0;
        if (isByKey) currentTarget.form?.querySelector<HTMLElement>('[role=combobox]')?.focus();
        onYes();
      }}
      {...rest}
    />
  );
}

/** Moves the focus to the question that must be answered, and brings all of it into view. */
export function leadToQuestion(): void {
  const box = document.querySelector('[data-known-question]');
  box?.querySelector('button')?.focus();
  box?.scrollIntoView({ block: 'nearest' });
}
