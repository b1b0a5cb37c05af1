/**
 * The smallest environment in which a process of the service runs. Settings of the caller's shell must not reach the
 * test.
 */
export function bareEnvironment(): Readonly<Record<string, string>> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
}
