import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { HttpError } from 'react-admin';
import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import type { FailureBody } from '../../dataProvider/http/failure.ts';
import { passkeyTexts } from './passkeyTexts.ts';

/** A failure with a message for the user, in the form of the server's refusals. */
const failureOf = (title: string): HttpError =>
  new HttpError('', 422, { title, errors: { _: title } } satisfies FailureBody);

/** The reason for which a browser did not do what it was asked for. */
function reasonOf(error: unknown, cancelled: string): string {
  const { name } = error as { name?: string };
  const words = passkeyTexts();
  if (name === 'InvalidStateError') return words.present;
  return name === 'NotAllowedError' || name === 'AbortError' ? cancelled : words.failed;
}

/**
 * Lets the user answer with a passkey.
 * @param options what the server asks for
 * @returns the answer in the form of the API
 * @throws HttpError with a message for the user, also if they cancel
 */
export async function promptPasskey(options: object): Promise<EndpointBody<'passkey_sign_in'>['credential']> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw failureOf(reasonOf(error, passkeyTexts().cancelled));
  });
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle && { user_handle: response.userHandle }),
  };
}

/**
 * Lets the user create a passkey.
 * @param options what the server asks for
 * @returns the credential in the form of the API
 * @throws HttpError with a message for the user, also if they cancel
 */
export async function promptNewPasskey(options: object): Promise<EndpointBody<'passkey_add'>['credential']> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw failureOf(reasonOf(error, passkeyTexts().notMade));
  });
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  };
}
