import type { Hono } from 'hono';
import { neededOperation } from '../../../contract/access/scopes.ts';
import { type ImportAnswer, maxImportRows } from '../../../contract/lists/import.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import type { Context, PreparedValues } from '../../core/context.ts';
import { idempotent } from '../../core/security/idempotency.ts';
import { refuseWithheld, requireEntityScope } from '../../core/security/tokenScope.ts';
import { inBulk } from '../../db/maintenance/bulkWrite.ts';
import { checkColumns, checkImport, ImportRolledBack, importRecords } from '../../resource/import/importRecords.ts';
import { type ImportRequest, parseImport } from '../../resource/import/request.ts';
import { exportRows, prepareExport } from '../../resource/read/export.ts';
import { oneOf } from '../../resource/read/listRequest.ts';
import { lookup } from '../../resource/read/lookup.ts';
import { authorize, getRecord, isTraced, listRecords as listOf } from '../../resource/read/read.ts';
import { listTotals } from '../../resource/read/totals.ts';
import { parseInput } from '../../resource/write/body.ts';
import { create } from '../../resource/write/create.ts';
import { restoreRecord } from '../../resource/write/restore.ts';
import { needsPreparation, prepareValues, removeRecord, updateRecord } from '../../resource/write/write.ts';
import { sendJson } from '../answer.ts';
import { mostItemsIn, readBody } from '../body.ts';
import { csvResponse, xlsxResponse } from '../files/csv.ts';
import { serveDownload } from '../files/download.ts';
import { type ReportProgress, withProgress } from '../files/progress.ts';
import { receiveUpload } from '../files/upload.ts';
import { maxSheetRows } from '../files/xlsx.ts';
import { refuseParameters, requestParameters } from '../middleware.ts';
import { type RecordOperation, recordEndpoints, routePath } from '../paths.ts';
import { requestKey } from '../serve.ts';
import {
  asCaller,
  asCurrentReader,
  asReader,
  entityOf,
  type HttpEnv,
  type HttpRequestContext,
  startTimeLimit,
} from '../services.ts';

type Serve = (c: HttpRequestContext, entity: Entity, field: string) => Promise<Response>;

const idOf = (c: HttpRequestContext): number => Number(c.req.param('id'));

/** The work that takes too long for the transaction that follows. It is done for authenticated callers only. */
async function prepareFor(
  c: HttpRequestContext,
  entity: Entity,
  operation: 'create' | 'edit',
  body: unknown,
): Promise<PreparedValues> {
  if (!needsPreparation(entity)) return {};
  if (!c.get('caller')) return {};
  const id = operation === 'edit' ? idOf(c) : undefined;
  return asCurrentReader(c, (context) => prepareValues(context, entity, operation, { id, body }));
}

interface Import {
  readonly body: unknown;
  readonly request: ImportRequest;
  readonly onProgress: ReportProgress;
}

/** The number of rows from which an import writes in bulk. */
const bulkRows = 200;

/**
 * Imports in a transaction of its own, once per request key; a trial import rolls it back. The rows are checked before it,
 * since a transaction of the embedded database leaves no turn to anybody else.
 */
async function runImport(
  c: HttpRequestContext,
  entity: Entity,
  { body, request, onProgress }: Import,
): Promise<ImportAnswer> {
  const checked = await asCurrentReader(c, (context) => checkImport(context, entity, request));
  const database = c.get('database');
  const store = (context: Context) => importRecords(context, checked, request, onProgress);
  const work = (context: Context) =>
    request.rows.length < bulkRows ? store(context) : inBulk(database, context.trx, entity.table, () => store(context));
  try {
    return await asCaller(c, (context) => idempotent(context, requestKey(c, body), work));
  } catch (error) {
    if (error instanceof ImportRolledBack) return error.answer;
    throw error;
  }
}

const exportResponses = { csv: csvResponse, xlsx: xlsxResponse } as const;

/** How an export is answered in a format, which is CSV unless stated; 422 for an unknown one. */
function exportFormat(format: string | undefined): typeof csvResponse {
  if (!format) return csvResponse;
  const known = Object.hasOwn(exportResponses, format) ? format : undefined;
  if (!known) throw oneOf('format', Object.keys(exportResponses));
  return exportResponses[known as keyof typeof exportResponses];
}

/** The endpoints that every declared entity has; each goes through `server/resource` only (SPEC 7, B38, C21). */
const recordHandlers: Readonly<Record<RecordOperation, Serve>> = {
  list: async (c, entity) => sendJson(c, await asReader(c, (context) => listOf(context, entity, requestParameters(c)))),
  async export(c, entity) {
    const { format, ...parameters } = requestParameters(c);
    const caller = c.get('caller');
    if (caller) authorize(entity, 'list', caller);
    const respond = exportFormat(format);
    const wanted = await asCaller(c, (context) => prepareExport(context, entity, parameters));
    if (format === 'xlsx' && wanted.ids.length >= maxSheetRows) throw AppError.unprocessable('too_many_for_workbook');
    const rows = exportRows(entity, wanted, (work) => {
      startTimeLimit(c);
      return asReader(c, work);
    });
    return respond(c, entity, rows);
  },
  lookup: async (c, entity) =>
    sendJson(c, await asReader(c, (context) => lookup(context, entity, requestParameters(c)))),
  totals: async (c, entity) =>
    sendJson(c, await asReader(c, (context) => listTotals(context, entity, requestParameters(c)))),
  async import(c, entity) {
    refuseParameters(c);
    const caller = c.get('caller');
    if (caller) authorize(entity, 'create', caller);
    const body = await readBody(c, (name) => (name === 'rows' ? maxImportRows : undefined));
    const request = parseImport(entity, body);
    if (caller) checkColumns(entity, caller.role, request);
    if (caller && request.key !== undefined) requireEntityScope(caller, entity, 'edit');
    return withProgress(c, (onProgress) => {
      startTimeLimit(c, c.get('services').importLimitMs);
      return runImport(c, entity, { body, request, onProgress });
    });
  },
  async create(c, entity) {
    refuseParameters(c);
    const body = await readBody(c, mostItemsIn(entity.fields));
    const prepared = await prepareFor(c, entity, 'create', body);
    const key = requestKey(c, body);
    const work = (context: Context) => create({ ...context, prepared }, entity, body);
    return sendJson(c, await asCaller(c, (context) => idempotent(context, key, work)));
  },
  async get(c, entity) {
    const as = isTraced(entity) ? asCaller : asReader;
    const work = (context: Context) => {
      refuseParameters(c);
      return getRecord(context, entity, idOf(c));
    };
    return sendJson(c, await as(c, work));
  },
  async edit(c, entity) {
    refuseParameters(c);
    const body = await readBody(c, mostItemsIn(entity.fields));
    const key = requestKey(c, body);
    const ifMatch = c.req.header('If-Match');
    const prepared = await prepareFor(c, entity, 'edit', body);
    const work = (context: Context) => updateRecord({ ...context, prepared }, entity, idOf(c), body, ifMatch);
    return sendJson(c, await asCaller(c, (context) => idempotent(context, key, work)));
  },
  async remove(c, entity) {
    refuseParameters(c);
    const ifMatch = c.req.header('If-Match');
    return sendJson(c, await asCaller(c, (context) => removeRecord(context, entity, idOf(c), ifMatch)));
  },
  async restore(c, entity) {
    refuseParameters(c);
    const caller = c.get('caller');
    if (caller) authorize(entity, 'remove', caller);
    const body = parseInput({}, await readBody(c));
    const work = (context: Context) => restoreRecord(context, entity, idOf(c));
    return sendJson(c, await asCaller(c, (context) => idempotent(context, requestKey(c, body), work)));
  },
  upload: receiveUpload,
  download: serveDownload,
};

/** Registers the endpoints of one declared entity. */
export function serveRecords(app: Hono<HttpEnv>, entity: Entity): void {
  for (const { method, path, operation, field = '' } of recordEndpoints(entity)) {
    app.on(method, routePath(path), (c) => {
      const caller = c.get('caller');
      const own = entityOf(c, entity);
      const needed = neededOperation[operation];
      if (caller && needed) requireEntityScope(caller, own, needed);
      if (caller) refuseWithheld(own, operation);
      return recordHandlers[operation](c, own, field);
    });
  }
}
