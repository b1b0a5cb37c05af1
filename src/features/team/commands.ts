import { derivedId } from '../../eventsourcing/identity.ts';
import type { CommandRun, EventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { invalidValue } from '../../http/operation/parse.ts';
import { wirePosition } from '../../http/operation/projected.ts';
import { type Gap, isGap } from '../../salon/parts.ts';
import { ownService, type Stylist, type StylistWeek } from '../../salon/team.ts';
import { broken } from '../rule-broken.ts';
import type { StylistCommand, StylistState } from './decider.ts';
import { type Card, type CardChange, STYLIST, type StylistEvent, stylistStream } from './events.ts';

type StylistStreams = EventStreams<StylistCommand, StylistEvent, StylistState>;

interface TeamCommandsDeps {
  readonly streams: StylistStreams;
  stylists(): readonly Stylist[];
  nameOf(id: string, salonName: string): Promise<string | null | undefined>;
  isOfCatalogue(serviceId: string): boolean;
  gapOf(serviceId: string): Gap | undefined;
  /** Waits until this process knows what was recorded up to a position, but not for long. */
  shown(position: string): Promise<void>;
}

/** At most so many stylists are active: more than any salon has, and as many as a day is given out among without delay. */
const MOST_ACTIVE = 30;

const ENDS_IN_GAP =
  'The stylist is free for a part of this service, so it has to take longer than until the end of that part.';

const stylistsEndInGap = (names: readonly string[]): string =>
  `Own minutes for this service end before its stylist works again: ${names.join(', ')}. Please change those first, under Team.`;

/** The commands of staff on stylists. */
export function createTeamCommands(deps: TeamCommandsDeps) {
  const { streams, stylists, nameOf, isOfCatalogue, gapOf, shown } = deps;

  async function handle(command: StylistCommand, run: CommandRun) {
    const { stylistId: id } = command;
    const handled = await streams.handle(stylistStream(id), () => command, run);
    const position = wirePosition(handled.position);
    await shown(position);
    return { id, version: handled.version, position };
  }

  /** Refuses a command by a check, once the decider allows it. A retry skips the check. Two processes at once may together break a rule about all stylists all the same. */
  const handleIf = (check: () => void | Promise<void>, command: StylistCommand, run: CommandRun) =>
    streams.runExclusive(STYLIST, async () => {
      if (await streams.isNew(stylistStream(command.stylistId), command, run)) await check();
      return handle(command, run);
    });

  const checkRoom = (stylistId?: string) => () => {
    const others = stylists().filter(({ id, isActive }) => isActive && id !== stylistId);
    if (others.length >= MOST_ACTIVE) throw broken('stylists-full');
  };

  const checkServices = (services: Card['services'] | undefined) => () => {
    if (services && !services.every(({ id }) => isOfCatalogue(id))) throw broken('unknown-service');
    for (const [index, { id, minutes }] of (services ?? []).entries()) {
      const gap = gapOf(id);
      if (minutes !== undefined && gap && !isGap(gap, minutes))
        throw invalidValue(`services.${index}.minutes`, ENDS_IN_GAP);
    }
  };

  return {
    /** @throws InvalidRequest which names the active stylists whose own minutes for a service end in such a gap */
    async checkGap(serviceId: string, gap: Gap, salonName: string): Promise<void> {
      const inGap = stylists().filter((stylist) => {
        const minutes = ownService(stylist, serviceId)?.minutes;
        return stylist.isActive && minutes !== undefined && !isGap(gap, minutes);
      });
      const names = inGap.map(async ({ id }) => (await nameOf(id, salonName)) ?? salonName);
      if (names.length > 0) throw invalidValue('gap', stylistsEndInGap(await Promise.all(names)));
    },

    add(card: Omit<Card, 'order'>, run: CommandRun) {
      const order = Math.floor(Math.max(...stylists().map((stylist) => stylist.order))) + 1;
      const stylistId = derivedId('stylist', run.context.commandId);
      const isAllowed = () => {
        checkServices(card.services)();
        checkRoom()();
      };
      return handleIf(isAllowed, { kind: 'AddStylist', stylistId, card: { ...card, order } }, run);
    },

    change: (stylistId: string, change: CardChange, run: CommandRun) =>
      handleIf(checkServices(change.services), { kind: 'ChangeStylist', stylistId, change }, run),

    /** @param check may refuse the week; not called for a retry, which gets the same answer as the first try */
    setHours: (
      stylistId: string,
      week: StylistWeek | null,
      run: CommandRun,
      check: () => Promise<void> = async () => {},
    ) => handleIf(check, { kind: 'SetStylistHours', stylistId, week }, run),

    activate: (stylistId: string, run: CommandRun) =>
      handleIf(checkRoom(stylistId), { kind: 'ActivateStylist', stylistId }, run),

    deactivate(stylistId: string, run: CommandRun) {
      const isAnotherActive = () => stylists().some(({ id, isActive }) => isActive && id !== stylistId);
      return handleIf(
        () => {
          if (!isAnotherActive()) throw broken('last-stylist');
        },
        { kind: 'DeactivateStylist', stylistId },
        run,
      );
    },

    erase: (stylistId: string, run: CommandRun) => handle({ kind: 'EraseStylist', stylistId }, run),
  };
}

export type TeamCommands = ReturnType<typeof createTeamCommands>;
