import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** An authenticator in software: ES256, attestation `none` (WebAuthn 3; RFC 9052 for the key). */

interface Credential {
  readonly id: string;
  readonly rpId: string;
  readonly userHandle: string;
  readonly key: KeyObject;
  counter: number;
}

/** What can be wrong about an answer. */
interface Faults {
  /** The origin that the browser names. */
  readonly origin?: string;
  readonly userVerified?: boolean;
  /** How far the counter goes on, or back. */
  readonly step?: number;
  readonly type?: string;
  readonly rpId?: string;
  readonly userHandle?: string | undefined;
  readonly challenge?: string;
}

interface CreationOptions {
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
  readonly challenge: string;
}

interface RequestOptions {
  readonly rpId: string;
  readonly challenge: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

const userPresentFlag = 0x01;
const userVerifiedFlag = 0x04;
const credentialFlag = 0x40;

function authenticatorData(rpId: string, flags: number, counter: number, credential = Buffer.alloc(0)): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), number, credential]);
}

/** The public key in COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [head, middle] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
  return Buffer.concat([head, Buffer.from(x, 'base64url'), middle, Buffer.from(y, 'base64url')]);
}

/** {fmt: 'none', attStmt: {}, authData} in CBOR. */
function attestationObject(authData: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(authData.length);
  return Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x59]),
    length,
    authData,
  ]);
}

/**
 * A new authenticator without credentials.
 * @param origin the origin of the page that uses it
 */
export function softAuthenticator(origin: string) {
  const credentials: Credential[] = [];
  const clientData = (type: string, challenge: string, faults: Faults) =>
    base64url(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const flagsOf = ({ userVerified = true }: Faults) => userPresentFlag | (userVerified ? userVerifiedFlag : 0);

  /** Makes a credential, in the form of the API. */
  function create(options: CreationOptions, faults: Faults = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(32);
    const rpId = faults.rpId ?? options.rp.id;
    credentials.push({ id: base64url(id), rpId, userHandle: options.user.id, key: privateKey, counter: 0 });
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const made = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
    return {
      id: base64url(id),
      client_data: clientData('webauthn.create', options.challenge, faults),
      attestation: base64url(attestationObject(authenticatorData(rpId, flagsOf(faults) | credentialFlag, 0, made))),
      transports: ['internal'],
    };
  }

  /** Signs with the last credential that is allowed, in the form of the API. */
  function get(options: RequestOptions, faults: Faults = {}) {
    const allowed = options.allowCredentials?.map(({ id }) => id);
    const credential = credentials.findLast(({ id }) => !allowed || allowed.includes(id));
    if (!credential) throw new Error('the authenticator has none of the allowed credentials');
    credential.counter += faults.step ?? 1;
    const data = authenticatorData(faults.rpId ?? credential.rpId, flagsOf(faults), credential.counter);
    const client_data = clientData('webauthn.get', options.challenge, faults);
    const signed = Buffer.concat([data, sha256(Buffer.from(client_data, 'base64url'))]);
    const userHandle = 'userHandle' in faults ? faults.userHandle : credential.userHandle;
    return {
      id: credential.id,
      client_data,
      authenticator_data: base64url(data),
      signature: base64url(sign('sha256', signed, credential.key)),
      ...(userHandle !== undefined && { user_handle: userHandle }),
    };
  }
  return { create, get, credentials };
}

export type SoftAuthenticator = ReturnType<typeof softAuthenticator>;
