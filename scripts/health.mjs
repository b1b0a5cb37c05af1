// Checks the service in this container: `node scripts/health.mjs [path]`, exit 0 when the response is 2xx.
// Plain JavaScript without a dependency, since it runs every few seconds.

const path = process.argv[2] ?? '/healthz';
const port = process.env.PORT || '3000';

try {
  const { ok } = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
