import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { privateFolder } from '../start/privateFolder.ts';

/** The files of a relay. They may be replaced while it runs: it reads them again when they have changed. */
export const relayFiles = {
  licence: 'licence.jws',
  keys: 'jwks.json',
  delegation: 'delegation.jws',
  revoked: 'revoked.jws',
} as const;
export type RelayFile = keyof typeof relayFiles;

/** What the administrator of a relay chose. */
export interface RelaySettings {
  /** How the vendor's console names the relay. */
  readonly name: string;
  /** How many seats it asks for. */
  readonly seats: number;
  /** The address of the vendor's console; undefined without a network. */
  readonly console?: string | undefined;
}

/** The key pair of a relay. It never leaves its folder. */
export interface RelayKey {
  readonly kid: string;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
}

/** The folder of a relay: its key, its settings, its licence and its delegation. */
export interface RelayFolder {
  readonly path: string;
  /** The text of a file; undefined if there is none. */
  read(file: RelayFile): string | undefined;
  /** Replaces a file, which is never half-written. */
  write(file: RelayFile, text: string): void;
  /** Changes when a file does. */
  stamp(): string;
  settings(): RelaySettings;
  saveSettings(settings: Partial<RelaySettings>): void;
  /** The key pair, which is created once. */
  key(): Promise<RelayKey>;
}

/** Writes a file that only its owner can read, under another name first, and syncs it to disk. */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.new`;
  const descriptor = openSync(draft, 'w', 0o600);
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(draft, path);
}

const readText = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

async function newKey(): Promise<RelayKey> {
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const { kty, crv, x } = await exportJWK(pair.publicKey);
  const publicJwk = { kty, crv, x } as JWK;
  return { kid: await calculateJwkThumbprint(publicJwk), publicJwk, privateJwk: await exportJWK(pair.privateKey) };
}

/** Opens the folder of a relay; it is created if there is none. */
export function openRelayFolder(path: string): RelayFolder {
  privateFolder(path);
  const place = (name: string) => join(path, name);
  const stampOf = (file: RelayFile): string => {
    const found = statSync(place(relayFiles[file]), { throwIfNoEntry: false });
    return found ? `${found.mtimeMs}-${found.size}-${found.ino}` : '';
  };
  const settings = (): RelaySettings => ({
    name: hostname(),
    seats: 1,
    ...(JSON.parse(readText(place('settings.json')) ?? '{}') as object),
  });
  return {
    path,
    read: (file) => readText(place(relayFiles[file])),
    write: (file, text) => writeWhole(place(relayFiles[file]), text),
    stamp: () =>
      Object.keys(relayFiles)
        .map((file) => stampOf(file as RelayFile))
        .join(),
    settings,
    saveSettings: (given) => writeWhole(place('settings.json'), JSON.stringify({ ...settings(), ...given }, null, 2)),
    async key() {
      const saved = readText(place('key.json'));
      if (saved !== undefined) return JSON.parse(saved) as RelayKey;
      const key = await newKey();
      writeWhole(place('key.json'), JSON.stringify(key));
      return key;
    },
  };
}
