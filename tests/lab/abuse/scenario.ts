/** An attack on a server, and the counts of it. A file in `scenarios/` exports a list of these. */
export interface Scenario {
  /** The attack in the words of the report. */
  readonly title: string;
  /** How long it goes on. */
  readonly seconds: number;
  /** The server's settings by their names, where they aren't the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Processes that do it side by side, since the system gives each only so many open files; 1 when left out. */
  readonly processes?: number;
  /**
   * Whether the server answers from read models that nobody brings up to date any more: another process with the
   * same database has made them and is gone.
   */
  readonly withoutProjector?: boolean;
  /** Whether texts leave whatever the hour at which it is played. */
  readonly withoutQuietHours?: boolean;
  /** Done once before, in the runner's process; what it returns is passed on to `attack`. */
  prepare?(url: string): Promise<unknown>;
  /** Done in each of the processes until the time is over. Counts are added up over the processes. */
  attack(target: Target): Promise<Counts>;
  /** The promise about the counts; left out when there is none. */
  readonly promised?: {
    /** The words of the report. */
    readonly text: string;
    isKept(counts: Counts): boolean;
  };
}

/** Figures by what they count. */
export type Counts = Readonly<Record<string, number>>;

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly prepared: unknown;
  /** Which of the processes this is, from 0, and how many there are. */
  readonly share: { readonly index: number; readonly of: number };
  /** Aborted when the time is over. */
  readonly over: AbortSignal;
}

/** The address of the other visitor, whose answers are measured. */
export const VISITOR_ADDRESS = '127.0.0.2';

/** Addresses of this machine, none of them the other visitor's. */
export const FIVE_ADDRESSES: readonly string[] = [1, 2, 3, 4, 5].map((last) => `127.1.0.${last}`);

/** The address of attackers who say in `X-Forwarded-For` who they are, and the setting that has it believed. */
export const addressOfAttackers = '127.1.0.1';
export const BEHIND_A_PROXY: Readonly<Record<string, string>> = { TRUST_PROXY: addressOfAttackers };
