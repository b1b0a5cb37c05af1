import { Fragment, useState } from 'react';
import { Link } from 'react-router-dom';
import type { LineNotTaken, SharedContact } from '../../../../src/contracts/customers/imports.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { Callout } from '../../../ui/callout.tsx';
import { phoneAsTyped } from '../../../ui/form/phone-text.ts';
import { useAdminPages } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { countText } from '../../ui/number-text.ts';
import { LoadMore } from '../../ui/table/table.tsx';
import { commandFailure } from '../../ui/toast-failure.ts';
import { AddCustomerDialog } from '../adding/add-dialog.tsx';
import { typedOf } from '../card/customer-form.ts';
import { NOT_TAKEN } from './queries.ts';

/** Lines of people who share an email or phone with somebody else. Each can be added by hand, without what is shared. */
export function NotTaken({ importId, lines }: { importId: string; lines: readonly number[] }) {
  return lines.length === 0 ? null : <LinesNotTaken importId={importId} lines={lines} />;
}

function LinesNotTaken({ importId, lines }: { importId: string; lines: readonly number[] }) {
  const list = useAdminPages(NOT_TAKEN, importId);
  const [open, setOpen] = useState<LineNotTaken>();
  const [added, setAdded] = useState<readonly number[]>([]);
  const told = list.data?.flatMap((page) => page.lines);
  return (
    <details open>
      <summary className="cursor-pointer font-medium">Not taken: {countText(lines.length, 'row')}</summary>
      {list.error && <Callout tone="error">{commandFailure(list.error)}</Callout>}
      {!told && !list.error && <p>Loading the rows...</p>}
      {told?.length === 0 && (
        <p className="pt-1 text-stone">
          Lines {lines.slice(0, 100).join(', ')}
          {lines.length > 100 && ' and more'} share an email or phone with somebody. With whom is kept for a
          month only, and until somebody is erased.
        </p>
      )}
      {told && told.length > 0 && (
        <ul aria-label="Not taken" className="mt-1 divide-y divide-line rounded-md border border-line">
          {told.map((row) => (
            <li
              key={row.line}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-2"
            >
              <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
                <span className="text-stone">Line {row.line}: </span>
                {row.name}: shares <Shares shares={row.shares} />
              </p>
              {added.includes(row.line) ? (
                <span role="status" className="text-stone">
                  Added
                </span>
              ) : (
                <AdminButton aria-label={`Add ${row.name}`} onClick={() => setOpen(row)}>
                  Add
                </AdminButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {list.hasMore && <LoadMore isLoading={list.isLoadingMore} onLoad={list.loadMore} />}
      {open && (
        <AddCustomerDialog
          filledIn={typedOf({ name: open.name, ...open.rest })}
          before={open.rest.before}
          onClose={() => setOpen(undefined)}
          onAdded={() => {
            setAdded((before) => [...before, open.line]);
            setOpen(undefined);
          }}
        />
      )}
    </details>
  );
}

/** `(925) 555-0151 with Mia Parent, line 2`. */
function Shares({ shares }: { shares: readonly SharedContact[] }) {
  const { address } = useSalon();
  return shares.map(({ contact, value, with: { customer_id, name, line } }, index) => (
    <Fragment key={`${contact} ${value}`}>
      {index > 0 && ' and '}
      {contact === 'phone' ? (
        <span className="whitespace-nowrap">{phoneAsTyped(value, address.country)}</span>
      ) : (
        value
      )}{' '}
      with{' '}
      <Link to={`/admin/customers/${customer_id}`} className="underline decoration-brass underline-offset-4">
        {name}
      </Link>
      {line !== null && `, line ${line}`}
    </Fragment>
  ));
}
