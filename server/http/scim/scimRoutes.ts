import { Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { directoryScope } from '../../../contract/access/scopes.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import { namesVersion } from '../../core/namesVersion.ts';
import { requireScope } from '../../core/security/tokenScope.ts';
import {
  countDirectoryUsers,
  type DirectoryUser,
  directoryOf,
  directoryUser,
  directoryUsers,
} from '../../domain/account/directory/directoryUser.ts';
import { readBody } from '../body.ts';
import { findCaller } from '../findCaller.ts';
import { requestParameters } from '../middleware.ts';
import { asCaller, asReader, type HttpEnv, type HttpRequestContext } from '../services.ts';
import { filterCondition, filterOrder } from './scimFilter.ts';
import { patched } from './scimPatch.ts';
import { projected } from './scimProjection.ts';
import { invalidValue, onScimError, ScimRefusal, scimMediaType } from './scimRefusal.ts';
import { canonicalResource, formattedName, type ScimObject, toScim, versionOf, wantedUser } from './scimResource.ts';
import { locationOf, maxPage, providerConfig, resourceTypes, schemas } from './scimSchemas.ts';
import { createUser, removeUser, saveUser } from './scimUsers.ts';

/** SCIM 2.0 for company directories (issue 35, section 5; RFC 7643, RFC 7644): users only. */

const defaultPage = 100;
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

function send(c: HttpRequestContext, body: object, status: 200 | 201 = 200): Response {
  c.header('Content-Type', scimMediaType);
  return c.body(JSON.stringify(body), status);
}

/** Sends a user, with the version as a header. */
function sendUser(c: HttpRequestContext, user: DirectoryUser, status: 200 | 201 = 200): Response {
  c.header('ETag', versionOf(user));
  if (status === 201) c.header('Location', locationOf(c, `/Users/${user.id}`));
  return send(c, projected(toScim(c, user), c.req.query()), status);
}

const sendList = (c: HttpRequestContext, items: readonly object[], startIndex = 1, totalResults = items.length) =>
  send(c, { schemas: [listSchema], totalResults, startIndex, itemsPerPage: items.length, Resources: items });

/** Discovery cannot be filtered (RFC 7644, 4). */
function refuseFilter(c: HttpRequestContext): void {
  if (c.req.query('filter') !== undefined)
    throw new ScimRefusal(403, undefined, 'scim_unsupported', { name: 'filter' });
}

/** One of a list of discovery, by its id. */
function sendOne(c: HttpRequestContext, items: readonly { readonly id: string }[]): Response {
  const found = items.find(({ id }) => id.toLowerCase() === c.req.param('id')?.toLowerCase());
  if (!found) throw AppError.notFound();
  return send(c, found);
}

/**
 * The body of a request.
 * @throws 415 for another media type than JSON, 400 for a body that is no JSON object
 */
async function bodyOf(c: HttpRequestContext): Promise<ScimObject> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== scimMediaType && type !== 'application/json') throw new ScimRefusal(415, undefined, 'scim_media_type');
  return readBody(c);
}

/** @throws 404 for a text that is no id */
function idOf(c: HttpRequestContext): number {
  const id = c.req.param('id') ?? '';
  if (!/^[1-9][0-9]{0,8}$/.test(id)) throw AppError.notFound();
  return Number(id);
}

const namedUser = (c: HttpRequestContext) => ({ id: idOf(c), ifMatch: c.req.header('If-Match') });

/** Runs work for the directory of the request. */
const forDirectory =
  <T>(work: (context: Context, account_id: number) => Promise<T>) =>
  async (context: Context): Promise<T> => {
    const account_id = await directoryOf(context);
    if (account_id === undefined) throw AppError.forbidden();
    return work(context, account_id);
  };

const asDirectory = <T>(c: HttpRequestContext, work: (context: Context, account_id: number) => Promise<T>) =>
  asCaller(c, forDirectory(work));
const asDirectoryReader = <T>(c: HttpRequestContext, work: (context: Context, account_id: number) => Promise<T>) =>
  asReader(c, forDirectory(work));

function wholeNumber(given: unknown, name: string, otherwise: number): number {
  if (given === undefined || given === null || given === '') return otherwise;
  if (!/^[+-]?[0-9]{1,9}$/.test(String(given))) throw invalidValue('scim_whole_number', { name });
  return Number(given);
}

/** A request for a list: the parameters of an address, or the body of a search. */
async function listUsers(c: HttpRequestContext, given: ScimObject): Promise<Response> {
  const { filter, sortBy, sortOrder } = given;
  const startIndex = Math.max(1, wholeNumber(given['startIndex'], 'startIndex', 1));
  const limit = Math.min(maxPage, Math.max(0, wholeNumber(given['count'], 'count', defaultPage)));
  return asDirectoryReader(c, async (context, account_id) => {
    const where = typeof filter === 'string' && filter.trim() !== '' ? filterCondition(filter, account_id) : undefined;
    const isDescending = String(sortOrder).toLowerCase() === 'descending';
    const order = typeof sortBy === 'string' && sortBy !== '' ? filterOrder(sortBy, isDescending) : undefined;
    const total = await countDirectoryUsers(context, account_id, where);
    const page = { where, order, limit, offset: startIndex - 1 };
    const users = limit === 0 ? [] : await directoryUsers(context, account_id, page);
    const items = users.map((user) => projected(toScim(c, user), given));
    return sendList(c, items, startIndex, total);
  });
}

/**
 * Lets only tokens with the scope of a directory in. What such a token may do is decided here; the rules of the product
 * then see the user of its account, with the role of the account.
 */
async function requireDirectory(c: HttpRequestContext, next: () => Promise<void>): Promise<void> {
  const found = await findCaller(c);
  c.set('caller', found);
  if (!found) throw AppError.signedOut();
  if (!found.token) throw AppError.forbidden();
  requireScope(found, directoryScope);
  const { token: _, ...caller } = found;
  c.set('caller', caller);
  await next();
}

/**
 * The routes below `/scim/v2`.
 * @param limitBody refuses a body that is too large
 */
export function scimRoutes(limitBody: MiddlewareHandler<HttpEnv>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.onError(onScimError);
  app.use('*', requireDirectory);
  app.use('*', (c, next) => (c.req.method === 'GET' ? next() : limitBody(c, next)));
  app.use('*', async (c, next) => {
    if (c.req.path.match(/\/scim\/v2\/(ServiceProviderConfig|Schemas|ResourceTypes)/)) refuseFilter(c);
    await next();
  });
  app.get('/ServiceProviderConfig', (c) => send(c, providerConfig(c)));
  app.get('/Schemas', (c) => sendList(c, schemas(c)));
  app.get('/Schemas/:id', (c) => sendOne(c, schemas(c)));
  app.get('/ResourceTypes', (c) => sendList(c, resourceTypes(c)));
  app.get('/ResourceTypes/:id', (c) => sendOne(c, resourceTypes(c)));

  app.get('/Users', (c) => listUsers(c, requestParameters(c)));
  app.post('/Users/.search', async (c) => listUsers(c, await bodyOf(c)));
  app.post('/Users', async (c) => {
    const body = await bodyOf(c);
    const wanted = wantedUser(canonicalResource(body), formattedName(body));
    return sendUser(c, await asDirectory(c, (context, account_id) => createUser(context, account_id, wanted)), 201);
  });
  app.get('/Users/:id', async (c) => {
    const id = idOf(c);
    const user = await asDirectoryReader(c, (context, account_id) => directoryUser(context, account_id, id));
    const known = c.req.header('If-None-Match');
    if (known === undefined || !namesVersion(known, user.version)) return sendUser(c, user);
    c.header('ETag', versionOf(user));
    return c.body(null, 304);
  });
  app.put('/Users/:id', async (c) => {
    const body = await bodyOf(c);
    const wanted = wantedUser(canonicalResource(body), formattedName(body));
    const named = namedUser(c);
    return sendUser(
      c,
      await asDirectory(c, (context, account_id) => saveUser(context, account_id, named, () => wanted)),
    );
  });
  app.patch('/Users/:id', async (c) => {
    const body = await bodyOf(c);
    const named = namedUser(c);
    const wantedOf = (user: DirectoryUser) => wantedUser(patched(canonicalResource(toScim(c, user)), body));
    return sendUser(c, await asDirectory(c, (context, account_id) => saveUser(context, account_id, named, wantedOf)));
  });
  app.delete('/Users/:id', async (c) => {
    const named = namedUser(c);
    await asDirectory(c, (context, account_id) => removeUser(context, account_id, named));
    return c.body(null, 204);
  });
  // Okta lists groups when it imports users; there are none.
  app.get('/Groups', (c) => sendList(c, []));
  for (const path of ['/Me', '/Bulk'])
    app.all(path, () => {
      throw new ScimRefusal(501, undefined, 'scim_unsupported', { name: path });
    });
  app.all('/Users/:id?', () => {
    throw new HTTPException(405);
  });
  app.all('*', () => {
    throw new HTTPException(404);
  });
  return app;
}
