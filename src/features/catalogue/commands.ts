import { derivedId } from '../../eventsourcing/identity.ts';
import type { CommandRun, EventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { broken } from '../rule-broken.ts';
import type { ServiceCommand, ServiceState } from './decider.ts';
import { type Offer, type OfferChange, type ServiceEvent, serviceStream } from './events.ts';

export type ServiceStreams = EventStreams<ServiceCommand, ServiceEvent, ServiceState>;

export function createCatalogueCommands({ services }: { services: ServiceStreams }) {
  async function handle(command: ServiceCommand, run: CommandRun) {
    const { serviceId: id } = command;
    const { position, version } = await services.handle(serviceStream(id), () => command, run);
    if (position === null) throw broken('service-not-found');
    return { id, version, position };
  }

  return {
    /** If no id is given, it follows from the command, so that a retry is about the same service. */
    add(service: { readonly id?: string; readonly offer: Offer; readonly active: boolean }, run: CommandRun) {
      const serviceId = service.id ?? derivedId('service', run.context.commandId);
      return handle({ kind: 'AddService', serviceId, offer: service.offer, active: service.active }, run);
    },
    /**
     * Fields that are left out stay as they are.
     *
     * @param check may refuse what the decider allows; not called for a retry, which gets the same answer as the first try
     */
    async change(
      serviceId: string,
      { offer, active }: { readonly offer: OfferChange; readonly active?: boolean | undefined },
      run: CommandRun,
      check: () => Promise<void> = async () => {},
    ) {
      const command = {
        kind: 'ChangeService',
        serviceId,
        offer,
        ...(active !== undefined && { active }),
      } as const;
      if (await services.isNew(serviceStream(serviceId), command, run)) await check();
      return handle(command, run);
    },
    remove: (serviceId: string, run: CommandRun) => handle({ kind: 'RemoveService', serviceId }, run),
    restore: (serviceId: string, run: CommandRun) => handle({ kind: 'RestoreService', serviceId }, run),
  };
}

export type CatalogueCommands = ReturnType<typeof createCatalogueCommands>;
