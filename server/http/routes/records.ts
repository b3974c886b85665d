import type { Hono } from 'hono';
import type { ImportAnswer } from '../../../contract/lists/import.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Context, Prepared } from '../../core/context.ts';
import { idempotent } from '../../core/security/idempotency.ts';
import { checkColumns, importRecords, NothingKept } from '../../resource/import/importRecords.ts';
import { type ImportRequest, parseImport } from '../../resource/import/request.ts';
import { exportable, exportRows } from '../../resource/read/export.ts';
import { lookup } from '../../resource/read/lookup.ts';
import { authorize, get, isTraced, list as listOf } from '../../resource/read/read.ts';
import { totals } from '../../resource/read/totals.ts';
import { parseInput } from '../../resource/write/body.ts';
import { create } from '../../resource/write/create.ts';
import { restore } from '../../resource/write/restore.ts';
import { isPrepared, prepare, remove, update } from '../../resource/write/write.ts';
import { answer } from '../answer.ts';
import { csvResponse } from '../files/csv.ts';
import { download } from '../files/download.ts';
import { type OnProgress, withProgress } from '../files/progress.ts';
import { upload } from '../files/upload.ts';
import { bodyOf, noParameters, parameters } from '../middleware.ts';
import { type RecordOperation, recordEndpoints, routeOf } from '../paths.ts';
import { requestKey } from '../serve.ts';
import { asCaller, asReader, beginTime, type Env, type Http } from '../services.ts';

type Serve = (c: Http, entity: Entity, field: string) => Promise<Response>;

const idOf = (c: Http): number => Number(c.req.param('id'));

/** The work that takes too long for the transaction that follows. It is done for authenticated callers only. */
async function preparedFor(c: Http, entity: Entity, operation: 'create' | 'edit', body: unknown): Promise<Prepared> {
  if (!isPrepared(entity)) return {};
  const caller = c.get('caller');
  return caller ? prepare(caller, entity, operation, body) : {};
}

interface Import {
  readonly body: unknown;
  readonly request: ImportRequest;
  readonly onProgress: OnProgress;
}

/** Imports in a transaction of its own, once per request key; a trial import rolls it back. */
async function imported(c: Http, entity: Entity, { body, request, onProgress }: Import): Promise<ImportAnswer> {
  const work = (context: Context) => importRecords(context, entity, request, onProgress);
  try {
    return await asCaller(c, (context) => idempotent(context, requestKey(c, body), work));
  } catch (error) {
    if (error instanceof NothingKept) return error.answer;
    throw error;
  }
}

/** The endpoints that every declared entity has; each goes through `server/resource` only (SPEC 7, B38, C21). */
const serves: Readonly<Record<RecordOperation, Serve>> = {
  list: async (c, entity) => answer(c, await asReader(c, (context) => listOf(context, entity, parameters(c)))),
  async export(c, entity) {
    const wanted = await asCaller(c, (context) => exportable(context, entity, parameters(c)));
    const rows = exportRows(entity, wanted, (work) => {
      beginTime(c);
      return asReader(c, work);
    });
    return csvResponse(c, entity, rows);
  },
  lookup: async (c, entity) => answer(c, await asReader(c, (context) => lookup(context, entity, parameters(c)))),
  totals: async (c, entity) => answer(c, await asReader(c, (context) => totals(context, entity, parameters(c)))),
  async import(c, entity) {
    noParameters(c);
    const caller = c.get('caller');
    if (caller) authorize(entity, 'create', caller);
    const body = await bodyOf(c);
    const request = parseImport(entity, body);
    if (caller) checkColumns(entity, caller.role, request);
    return withProgress(c, (onProgress) => {
      beginTime(c, c.get('services').importLimitMs);
      return imported(c, entity, { body, request, onProgress });
    });
  },
  async create(c, entity) {
    noParameters(c);
    const body = await bodyOf(c);
    const prepared = await preparedFor(c, entity, 'create', body);
    const key = requestKey(c, body);
    const work = (context: Context) => create({ ...context, prepared }, entity, body);
    return answer(c, await asCaller(c, (context) => idempotent(context, key, work)));
  },
  async get(c, entity) {
    const as = isTraced(entity) ? asCaller : asReader;
    const work = (context: Context) => {
      noParameters(c);
      return get(context, entity, idOf(c));
    };
    return answer(c, await as(c, work));
  },
  async edit(c, entity) {
    noParameters(c);
    const body = await bodyOf(c);
    const key = requestKey(c, body);
    const ifMatch = c.req.header('If-Match');
    const prepared = await preparedFor(c, entity, 'edit', body);
    const work = (context: Context) => update({ ...context, prepared }, entity, idOf(c), body, ifMatch);
    return answer(c, await asCaller(c, (context) => idempotent(context, key, work)));
  },
  async remove(c, entity) {
    noParameters(c);
    return answer(c, await asCaller(c, (context) => remove(context, entity, idOf(c))));
  },
  async restore(c, entity) {
    noParameters(c);
    const caller = c.get('caller');
    if (caller) authorize(entity, 'remove', caller);
    const body = parseInput({}, await bodyOf(c));
    const work = (context: Context) => restore(context, entity, idOf(c));
    return answer(c, await asCaller(c, (context) => idempotent(context, requestKey(c, body), work)));
  },
  upload,
  download,
};

/** Registers the endpoints of one declared entity. */
export function serveRecords(app: Hono<Env>, entity: Entity): void {
  for (const { method, path, operation, field = '' } of recordEndpoints(entity)) {
    app.on(method, routeOf(path), (c) => serves[operation](c, entity, field));
  }
}
