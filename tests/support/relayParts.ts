import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestKey, testKey } from '../../scripts/kit/testKeys.ts';
import { day, licence as licenceClaims } from '../../scripts/kit/vectors.ts';
import { createSigner } from '../../server/gateways/signer.ts';
import { openRelayFolder, type RelayFolder } from '../../server/relay/folder.ts';

type Given = Readonly<Record<string, unknown>>;

/** A vendor who signs licences and delegations without a console, and the folder of a relay. */
export interface RelayParts {
  readonly folder: RelayFolder;
  readonly vendor: TestKey;
  /** The licence of the relay. */
  readonly licence: string;
  /** Gives the relay a delegation. */
  delegate(changes?: Given): Promise<void>;
  /** Gives the relay a list of withdrawn licences. */
  withdraw(...licences: string[]): Promise<void>;
  /** Signs another licence. */
  signLicence(changes: Given): Promise<string>;
  remove(): void;
}

/**
 * Creates the folder of a relay with a licence of 365 days, the vendor's keys and a delegation of 30 days with leases of
 * at most a day.
 * @param now in seconds since 1970
 */
export async function relayParts(seats: number, now = Math.floor(Date.now() / 1000)): Promise<RelayParts> {
  const path = mkdtempSync(join(tmpdir(), 'licence-relay-'));
  const folder = openRelayFolder(path);
  const vendor = await testKey('vendor');
  const signer = createSigner();
  const from = { iat: now, nbf: now - 300 };
  const signLicence = (changes: Given) =>
    signer.sign({ ...licenceClaims, ...from, exp: now + 365 * day, ...changes }, vendor);
  const licence = await signLicence({});
  const { kid, publicJwk } = await folder.key();
  const { iss, jti: sub, aud } = licenceClaims;
  const delegation = { iss, sub, aud, jti: `${sub}.1`, ...from, exp: now + 30 * day, seats, max_lease: day };
  const delegate = async (changes: Given = {}) =>
    folder.write(
      'delegation',
      await signer.signDelegation({ ...delegation, cnf: { jwk: { ...publicJwk, kid } }, ...changes }, vendor),
    );
  folder.write('keys', JSON.stringify({ keys: [vendor.publicJwk] }));
  folder.write('licence', licence);
  await delegate();
  return {
    folder,
    vendor,
    licence,
    delegate,
    signLicence,
    async withdraw(...licences) {
      const revoked = licences.map((jti) => ({ jti, revoked_at: now }));
      const list = { iat: now, exp: now + 7 * day, version: licences.length, since: undefined, revoked };
      folder.write('revoked', await signer.signRevocationList(list, vendor));
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
