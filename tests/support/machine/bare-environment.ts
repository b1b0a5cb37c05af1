/**
 * What a process of the service needs of this one's environment, and no more: a setting of the caller's shell must not reach
 * what is tested.
 */
export function bareEnvironment(): Readonly<Record<string, string>> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
}
