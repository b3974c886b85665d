import { translateMessage } from '../../../contract/messages/catalogue.ts';
import { type MessageKey, message } from '../../../contract/messages/message.ts';
import { AppError } from '../../core/appError.ts';
import { toErrorAnswer } from '../errors.ts';
import type { HttpRequestContext } from '../services.ts';

/** The media type of SCIM (RFC 7644, 8.1). */
export const scimMediaType = 'application/scim+json';

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** What kind of mistake a request has (RFC 7644, 3.12). */
type ScimErrorType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** A refusal that only SCIM knows, with its reason as a message key. */
export class ScimRefusal extends Error {
  readonly status: 400 | 403 | 409 | 412 | 415 | 501;
  readonly scimType: ScimErrorType | undefined;

  constructor(
    status: ScimRefusal['status'],
    scimType: ScimErrorType | undefined,
    key: MessageKey,
    values?: Record<string, string | number>,
  ) {
    super(message(key, values));
    this.status = status;
    this.scimType = scimType;
  }
}

/** A value that an attribute cannot have (400, `invalidValue`). */
export const invalidValue = (key: MessageKey, values?: Record<string, string | number>): ScimRefusal =>
  new ScimRefusal(400, 'invalidValue', key, values);

/** The attributes of SCIM by the places of the values in a body of `/v1/user`. */
const attributeNames: Readonly<Record<string, string>> = {
  name: 'userName',
  nick_name: 'displayName',
  role_id: 'userType',
  enterprise_id: 'organization',
  phone: 'phoneNumbers',
  'params.liaison_mail': 'emails',
};

interface ScimError {
  readonly status: number;
  readonly scimType?: ScimErrorType | undefined;
  readonly detail: string;
  readonly retryAfter?: number | undefined;
}

/** The refusal of a rule of the product in the words of SCIM: 422 is 400, and 409 where another user has the value. */
function typeOf(error: AppError): Pick<ScimError, 'status' | 'scimType'> {
  const texts = Object.values(error.fields ?? {}).flat();
  if (texts.some((text) => /^(taken|name_like)\b/.test(text))) return { status: 409, scimType: 'uniqueness' };
  if (error.status === 422) return { status: 400, scimType: 'invalidValue' };
  return { status: error.status, scimType: error.status === 400 ? 'invalidSyntax' : undefined };
}

async function errorOf(error: Error, c: HttpRequestContext): Promise<ScimError> {
  const { language } = c.get('origin');
  if (error instanceof ScimRefusal)
    return { status: error.status, scimType: error.scimType, detail: translateMessage(error.message, language) };
  const { status, body, retryAfter } = await toErrorAnswer(error, c);
  const details = Object.entries(body.error.fields).map(([field, texts]) =>
    field === '_' ? texts.join('; ') : `${attributeNames[field] ?? field}: ${texts.join('; ')}`,
  );
  const known = AppError.of(error);
  return {
    status,
    ...(known && typeOf(known)),
    detail: details.length > 0 ? details.join('\n') : body.title,
    retryAfter,
  };
}

/** Answers a request with its error in the form of SCIM (RFC 7644, 3.12), in the language of the request. */
export async function onScimError(error: Error, c: HttpRequestContext): Promise<Response> {
  const { status, scimType, detail, retryAfter } = await errorOf(error, c);
  if (status === 401) c.header('WWW-Authenticate', 'Bearer');
  if (retryAfter !== undefined) c.header('Retry-After', String(Math.ceil(retryAfter)));
  c.header('Content-Type', scimMediaType);
  const body = { schemas: [errorSchema], status: String(status), ...(scimType && { scimType }), detail };
  return c.body(JSON.stringify(body), status as 400);
}
