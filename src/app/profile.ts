import type { Config } from '../adapters/config.ts';
import {
  type LiveProfileDeps,
  liveProfile,
  type ProfileNow,
} from '../adapters/salon-profile/live-profile.ts';
import { readSalonProfile, type SalonProfile } from '../adapters/salon-profile/profile.ts';

/** The profile is made of these and of the sections that staff have saved. */
export type ProfileFiles = Pick<LiveProfileDeps, 'file' | 'sample' | 'isPublic'>;

const THIS_MACHINE = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether the site is meant for the public: not where somebody tries the program on their own computer. */
const isPublic = ({ isProduction }: Pick<Config, 'isProduction'>, publicUrl: string): boolean =>
  isProduction || !THIS_MACHINE.test(new URL(publicUrl).hostname);

/** Reads the profile's file. @throws StartupError */
export async function readProfileFiles({
  config,
  publicUrl,
}: {
  readonly config: Pick<Config, 'salonProfile' | 'isProduction'>;
  readonly publicUrl: string;
}): Promise<ProfileFiles> {
  const sample = await readSalonProfile();
  const file: SalonProfile =
    config.salonProfile === undefined ? sample : await readSalonProfile(config.salonProfile);
  return { file, sample, isPublic: isPublic(config, publicUrl) };
}

/** The profile as this process has last read it. */
export const profileOf = (
  files: ProfileFiles,
  saved: LiveProfileDeps['saved'],
  logger: { error(of: object, text: string): void },
): ProfileNow =>
  liveProfile({
    ...files,
    saved,
    onFailure: (err) =>
      logger.error({ err }, 'The saved settings can’t be used; what was there before stays.'),
  });
