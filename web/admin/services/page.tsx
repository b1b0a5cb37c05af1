import { Plus, Scissors } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AdminService } from '../../../src/contracts/salon/admin-services.ts';
import { SERVICE_CATEGORIES } from '../../../src/contracts/salon/groups.ts';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { SERVICES } from '../data/queries.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { useCommand } from '../data/use-command.ts';
import { NextStep } from '../first-steps/next-step.tsx';
import { useEventUndo } from '../history/use-event-undo.ts';
import { AdminButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { countText } from '../ui/number-text.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { useRowKeys } from '../ui/shortcuts/use-row-keys.ts';
import { EmptyState, FailedState, RowsSkeleton } from '../ui/states.tsx';
import { REMOVE_SERVICE } from './commands.ts';
import { ServiceDialog } from './service-dialog.tsx';
import { ServiceRow } from './service-row.tsx';
import { useShownPrice } from './shown-price.ts';

type Shown =
  | { readonly dialog: 'add' }
  | { readonly dialog: 'delete'; readonly service: AdminService }
  | null;

/** The salon's services, by category. */
export function AdminServicesPage() {
  const { data: services, error, reload } = useAdminQuery(SERVICES, 'all');
  const [query, setQuery] = useSearchParams();
  const [chosen, setShown] = useState<Shown>(null);
  useRowKeys();
  // The palette leads here with `?add`.
  const shown: Shown = chosen ?? (query.has('add') ? { dialog: 'add' } : null);
  const edited = useServiceOf(query.get('service'), services);
  const close = () => {
    setShown(null);
    if (query.has('add') || query.has('service')) setQuery({}, { replace: true });
  };
  const shownPrice = useShownPrice(services ?? []);
  const add = () => setShown({ dialog: 'add' });
  const addButton = (
    <AdminButton look="primary" onClick={add}>
      <Plus aria-hidden="true" className="size-4" />
      Add Service
    </AdminButton>
  );
  const categories = SERVICE_CATEGORIES.map((category) => ({
    category,
    ofIt: (services ?? []).filter((service) => service.category === category),
  })).filter(({ ofIt }) => ofIt.length > 0);
  const count = services && countText(services.length, 'service');

  return (
    <div>
      <PageHeader title="Services Management" count={count} filters={<NextStep />} action={addButton} />
      {error && !services && (
        <FailedState
          what="Failed to fetch services"
          toast="Failed to fetch services"
          error={error}
          onRetry={reload}
        />
      )}
      {!services && !error && <RowsSkeleton label="Loading the services..." />}
      {services?.length === 0 && (
        <EmptyState
          icon={Scissors}
          title="No services yet"
          action={
            <AdminButton look="primary" onClick={add}>
              Add Your First Service
            </AdminButton>
          }
        >
          Visitors can book the services that you add here.
        </EmptyState>
      )}
      <div className="space-y-6">
        {categories.map(({ category, ofIt }) => (
          <Category
            key={category}
            category={category}
            services={ofIt}
            shownPrice={shownPrice}
            onEdit={({ id }) => setQuery({ service: id })}
            onDelete={(service) => setShown({ dialog: 'delete', service })}
          />
        ))}
      </div>
      {shown?.dialog === 'add' && (
        <ServiceDialog opened={undefined} current={undefined} shownPrice={shownPrice} onClose={close} />
      )}
      {edited && (
        <ServiceDialog
          opened={edited}
          shownPrice={shownPrice}
          current={services?.find(({ id }) => id === edited.id)}
          onClose={close}
        />
      )}
      {shown?.dialog === 'delete' && (
        <DeleteDialog
          service={services?.find(({ id }) => id === shown.service.id) ?? shown.service}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The service in the address, as it was when it was opened. It stays even if somebody else removes it in the meantime. */
function useServiceOf(id: string | null, services: readonly AdminService[] | undefined) {
  const [opened, setOpened] = useState<AdminService>();
  const current = services?.find((service) => service.id === id);
  if (current && opened?.id !== id) setOpened(current);
  if (id === null && opened) setOpened(undefined);
  return opened?.id === id ? opened : undefined;
}

function Category({
  category,
  services,
  shownPrice,
  onEdit,
  onDelete,
}: {
  category: string;
  services: readonly AdminService[];
  shownPrice: ReturnType<typeof useShownPrice>;
  onEdit: (service: AdminService) => void;
  onDelete: (service: AdminService) => void;
}) {
  const id = `category-${category.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="pb-2 font-sans text-sm font-semibold tracking-normal">
        {category} <span className="font-normal text-stone tabular-nums">{services.length}</span>
      </h2>
      <ul className="divide-y divide-line rounded-md border border-line bg-panel">
        {services.map((service) => (
          <ServiceRow
            key={service.id}
            service={service}
            shownPrice={shownPrice?.(service).words}
            onEdit={() => onEdit(service)}
            onDelete={() => onDelete(service)}
          />
        ))}
      </ul>
    </section>
  );
}

function DeleteDialog({ service, onClose }: { service: AdminService; onClose: () => void }) {
  const remove = useCommand(REMOVE_SERVICE);
  const { undoButton } = useEventUndo();
  return (
    <ConfirmDialog
      title={`Delete ${service.name}`}
      question="Are you sure you want to delete this service?"
      confirm="Delete Service"
      keep="Keep Service"
      onConfirm={async () => {
        const answer = await remove.send({ id: service.id }, service.version);
        toastSuccess('Service deleted successfully', undefined, undoButton('service', service.id, answer));
      }}
      onClose={onClose}
    >
      <p className="text-stone">Appointments that were booked with it keep it.</p>
    </ConfirmDialog>
  );
}
