import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { status as grpcStatus } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openEventLog } from '../../src/adapters/event-log/open.ts';
import { createStartupPatience } from '../../src/adapters/event-log/startup-patience.ts';
import { StartupError } from '../../src/adapters/startup-error.ts';
import { eventStoreDbDouble } from '../support/eventstoredb-double/double.ts';
import { status } from '../support/eventstoredb-double/faults.ts';
import { doubleLog } from '../support/eventstoredb-double/log.ts';
import { createAuthority, type Subject } from '../support/network/certificates.ts';
import { startTcpProxy } from '../support/network/tcp-proxy.ts';

const authority = createAuthority('The authority of this test');
let folder: string;
let caFile: string;
let otherCaFile: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'salon-certificates-'));
  caFile = join(folder, 'ca.crt');
  otherCaFile = join(folder, 'other.crt');
  await writeFile(caFile, authority.certificate);
  await writeFile(otherCaFile, createAuthority('Another one').certificate);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const startDouble = async (subject?: Subject) => {
  const double = await eventStoreDbDouble(doubleLog(), subject && authority.issue(subject));
  onTestFinished(double.stop);
  return double;
};

const failureAt = async (url: string): Promise<string> => {
  const patience = createStartupPatience({ limitMs: 1 });
  const failure = await openEventLog({ eventstoreUrl: url }, '', { patience }).then(
    (log) => log.close(),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(StartupError);
  const { message } = failure as StartupError;
  expect(message).not.toMatch(/\n|127\.0\.0\.1|password/);
  return message.replace(/^The EventStoreDB that EVENTSTORE_URL names did not answer within \d+ s: /, '');
};

it('opens with TLS where authority and host name are right', async () => {
  const double = await startDouble({ hostName: '127.0.0.1' });
  const log = await openEventLog({ eventstoreUrl: `${double.url}&tlsCAFile=${caFile}` }, '');
  await log.close();
});

it.each<[string, Subject, () => string, RegExp]>([
  [
    'from another authority',
    { hostName: '127.0.0.1' },
    () => `&tlsCAFile=${otherCaFile}`,
    /^its certificate is not from the authority in tlsCAFile \([A-Z_]+\)\.$/,
  ],
  [
    'from an authority that the address does not name',
    { hostName: '127.0.0.1' },
    () => '',
    /^its certificate is from an authority that is not known here: tlsCAFile has to name it \([A-Z_]+\)\.$/,
  ],
  [
    'for another host name',
    { hostName: 'elsewhere.example' },
    () => `&tlsCAFile=${caFile}`,
    /^its certificate is for another host name \(ERR_TLS_CERT_ALTNAME_INVALID\)\.$/,
  ],
  [
    'expired',
    { hostName: '127.0.0.1', days: -1 },
    () => `&tlsCAFile=${caFile}`,
    /^its certificate is not valid today \(CERT_HAS_EXPIRED\)\.$/,
  ],
])('says that a certificate is %s', async (_, subject, option, words) => {
  const double = await startDouble(subject);
  expect(await failureAt(double.url + option())).toMatch(words);
});

it('says at once that the file of the authority is not there', async () => {
  const double = await startDouble({ hostName: '127.0.0.1' });
  expect(await failureAt(`${double.url}&tlsCAFile=${join(folder, 'missing.crt')}`)).toBe(
    'The file that tlsCAFile in EVENTSTORE_URL names is not there.',
  );
});

it('says that the server speaks no TLS', async () => {
  const double = await startDouble();
  const url = double.url.replace('esdb://', 'esdb://user:password@').replace('tls=false', 'tls=true');
  expect(await failureAt(url)).toMatch(/^it does not speak TLS, and the address does not say tls=false/);
});

it('says that the server speaks TLS', async () => {
  const double = await startDouble({ hostName: '127.0.0.1' });
  expect(await failureAt(`${double.url.replace('tls=true', 'tls=false')}`)).toBe(
    'it speaks TLS, and the address says tls=false.',
  );
});

it('says that a host name is unknown', async () => {
  // A machine without a name server can't tell whether the name exists.
  expect(await failureAt('esdb://nowhere.invalid:2113?tls=false')).toMatch(
    /^its host name (is unknown \(ENOTFOUND\)|cannot be looked up \(EAI_AGAIN\))\.$/,
  );
});

it('says that a server is silent', async () => {
  const double = await startDouble();
  const network = await startTcpProxy(double.endPoint);
  onTestFinished(() => network.close());
  network.silence();
  expect(await failureAt(`esdb://127.0.0.1:${network.port}?tls=false`)).toBe(
    'it takes connections and does not answer.',
  );
});

it('says that there is no leader', async () => {
  const double = await startDouble();
  double.faults.beforeRead = () => {
    throw status(grpcStatus.UNAVAILABLE, 'Server Is Not Ready');
  };
  expect(await failureAt(double.url)).toBe('it has no leader yet.');
});

it('names the hosts of a cluster separately where they differ', async () => {
  const [plain, stopped] = [await startDouble(), await startDouble()];
  stopped.stop();
  const hosts = [plain, stopped].map(({ endPoint }) => `127.0.0.1:${endPoint.port}`).join(',');
  const words = await failureAt(
    `esdb://user:password@${hosts}?tls=true&tlsCAFile=${caFile}&discoveryInterval=10`,
  );
  expect(words).toMatch(
    /^host 1: it does not speak TLS[^;]*; host 2: nothing listens there \(ECONNREFUSED\)\.$/,
  );
});
