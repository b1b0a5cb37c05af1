import { GenericContainer, getContainerRuntimeClient, ImageName, Wait } from 'testcontainers';

/** A real EventStoreDB, in a container of its own. */
export interface EventStoreDbContainer {
  readonly url: string;
  stop(): Promise<void>;
}

const IMAGE = process.env.ESDB_IMAGE ?? 'eventstore/eventstore:24.10.14';
const PLATFORM = 'linux/amd64';
const PORT = 2113;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message.split('\n')[0] : String(error));

/** Why no container can be had on this machine; undefined when one can. Fetches the image, which may take a while. */
export const noContainerBecause = async (): Promise<string | undefined> => {
  try {
    const { image } = await getContainerRuntimeClient();
    try {
      await image.pull(ImageName.fromString(IMAGE), { force: false, platform: PLATFORM });
      return undefined;
    } catch (error) {
      return `the image ${IMAGE} can't be fetched: ${reasonOf(error)}`;
    }
  } catch (error) {
    return `no container engine answers: ${reasonOf(error)}`;
  }
};

/** A single node without TLS. An option that the server doesn't know would stop it, so it gets these and no others. */
export const startEventStoreDb = async (): Promise<EventStoreDbContainer> => {
  const container = await new GenericContainer(IMAGE)
    .withPlatform(PLATFORM)
    .withEnvironment({
      EVENTSTORE_CLUSTER_SIZE: '1',
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_NODE_PORT: String(PORT),
      EVENTSTORE_RUN_PROJECTIONS: 'None',
      EVENTSTORE_TELEMETRY_OPTOUT: 'true',
      EVENTSTORE_MEM_DB: 'true',
    })
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forHttp('/health/live', PORT).forStatusCodeMatching((code) => code < 300))
    .start();
  return {
    url: `esdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`,
    stop: async () => {
      await container.stop();
    },
  };
};
