import { Readable } from 'node:stream';
import { singleId } from '../../../contract/schema/entity.ts';
import type { StoredFile } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import { type RawEndpointHandler, textInPath } from '../serve.ts';
import type { HttpRequestContext } from '../services.ts';
import { resolveRange } from './range.ts';

const yearSeconds = 31_536_000;

type Logo = StoredFile | null | undefined;

/** The logos that are stored, which this process may not know yet: a page of another process asks for them at once. */
async function storedLogos(c: HttpRequestContext): Promise<readonly Logo[]> {
  if (!c.get('services').contract.byName.has('product_setting')) return [];
  const row = await c
    .get('database')
    .db.selectFrom('product_setting')
    .select(['logo_en', 'logo_zh'])
    .where('id', '=', singleId)
    .executeTakeFirst();
  return [row?.logo_en, row?.logo_zh] as readonly Logo[];
}

/**
 * The logo with a content hash.
 * @throws 404 for a hash that is of no present logo
 */
async function findLogo(c: HttpRequestContext, hash: string): Promise<StoredFile> {
  const { logo } = c.get('services').settings;
  const isWanted = (one: Logo): one is StoredFile => one?.sha256 === hash;
  const found = [logo.en, logo.zh].find(isWanted) ?? (await storedLogos(c)).find(isWanted);
  if (!found) throw AppError.notFound();
  return found;
}

/** Serves a logo without a session. Its address changes with its content, so that it is cached for a year. */
async function serveLogo(c: HttpRequestContext): Promise<Response> {
  const { id, sha256, type, size } = await findLogo(c, textInPath(c));
  const etag = `"${sha256}"`;
  c.header('Cache-Control', `public, max-age=${yearSeconds}, immutable`);
  c.header('ETag', etag);
  const conditions = { ifNoneMatch: c.req.header('If-None-Match') };
  if (resolveRange(conditions, etag, size) === 'not modified') return c.body(null, 304);
  c.header('Content-Type', type);
  c.header('Content-Length', String(size));
  c.header('Content-Security-Policy', "default-src 'none'; sandbox");
  const content = await c.get('services').files.read(id);
  return c.body(Readable.toWeb(content) as unknown as ReadableStream);
}

export const rawLogoHandlers = { product_logo: serveLogo } satisfies Record<string, RawEndpointHandler>;
