import simpleRestProvider from 'ra-data-simple-rest';
import {
  type CreateParams,
  type DataProvider,
  type DeleteParams,
  type GetListParams,
  type GetManyReferenceParams,
  HttpError,
  type Identifier,
  type RaRecord,
  type UpdateParams,
} from 'react-admin';
import { valueAt } from '../../contract/lib/dottedPath.ts';
import { mayList, mayPick } from '../../contract/lists/lookup.ts';
import { whenDeclared } from '../../contract/outlines/outlinedContract.ts';
import { nestedChildFields } from '../../contract/relations/nestedChildren.ts';
import { leastRole } from '../../contract/roles/index.ts';
import { hasRight } from '../../contract/schema/access.ts';
import { type Contract, type Entity, fieldOf, readPathOf } from '../../contract/schema/entity.ts';
import type { Fields } from '../../contract/schema/field/field.ts';
import { readSession } from '../authProvider/session.ts';
import { callEndpoint } from './callEndpoint.ts';
import type { downloadFile } from './files/downloadFile.ts';
import { createBody, isStepBody, messagesBySource, stepBetween, updateBody } from './forms/body.ts';
import { formPath } from './forms/childRows.ts';
import { withFieldNames } from './forms/withFieldNames.ts';
import { failureBody } from './http/failure.ts';
import { type HttpOptions, httpClient, type RequestOptions, requestJson } from './http/httpClient.ts';
import { idempotencyHeader } from './http/idempotency.ts';
import { listQueryParameters } from './http/queryString.ts';
import { fetchTotals } from './lists/fetchTotals.ts';
import type { importRows, tryImport } from './lists/importRows.ts';
import { sendAction } from './sendAction.ts';

/** What `meta` of a request may contain. */
export interface RequestMeta {
  readonly quiet?: boolean;
  readonly idempotencyKey?: string;
}

interface PageAnswer<R> {
  readonly items: R[];
  readonly total: number;
  readonly per_page: number;
}

/** react-admin's DataProvider, with methods for declared actions, declared endpoints, exports and imports. */
export interface ConsoleDataProvider extends DataProvider {
  act: typeof sendAction;
  call: typeof callEndpoint;
  download: typeof downloadFile;
  totals: typeof fetchTotals;
  /** Restores a deleted record (D12). The caller shows a failure. */
  restore(resource: string, id: Identifier): Promise<unknown>;
  importRows: typeof importRows;
  tryImport: typeof tryImport;
}

const restProvider = simpleRestProvider('/v1', (url, options) => httpClient(url, options as HttpOptions));

const currentRole = () => readSession()?.role ?? leastRole;
const fieldsOf = (entity: Entity, operation: 'create' | 'edit'): Fields => ({
  ...entity.fields,
  ...nestedChildFields(entity, [currentRole()], operation),
  ...Object.assign({}, ...Object.values(entity.lifecycle?.transitions ?? {}).map(({ input }) => input ?? {})),
});

/**
 * Moves the server's field messages to the inputs of the form; a message about the whole request belongs to no input.
 * @param fields all fields that a body of the record may have
 * @param values the values of the form
 */
async function withErrorSources<T>(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const body = failureBody(error);
    if (!(error instanceof HttpError) || !body.errors) throw error;
    const errors = Object.entries(body.errors).map(([path, fieldMessage]) => [
      formPath(fields, values, path),
      fieldMessage,
    ]);
    throw new HttpError(error.message, error.status, {
      ...body,
      errors: messagesBySource(fields, Object.fromEntries(errors)),
    });
  }
}

/** True if a form with these values has an input for the field. */
const hasInput =
  (fields: Fields, values: Readonly<Record<string, unknown>>) =>
  (name: string): boolean => {
    const field = fieldOf({ fields }, name);
    return field !== undefined && valueAt(values, readPathOf(name, field)) !== undefined;
  };

/**
 * True if a step with this input asks for the field. The state field counts as asked for: it has no input, and its
 * label would not help.
 */
const isAskedByStep =
  ({ lifecycle }: Entity, input: Fields = {}) =>
  (name: string): boolean =>
    name === lifecycle?.field || Object.hasOwn(input, name.split('.')[0] ?? '');

/** True if the role may not list these records but may pick them: it then uses the lookup endpoint. */
const isLookup = (entity: Entity): boolean => !mayList(entity, currentRole()) && mayPick(entity, currentRole());

/** The filters that a lookup takes; the server checks all others when the record is picked. */
const lookupFilter = ({ search, id }: Readonly<Record<string, unknown>> = {}) => ({
  ...(search !== undefined && { search }),
  ...(id !== undefined && { id }),
});

type ListParams = Partial<Pick<GetListParams, 'pagination' | 'sort' | 'filter' | 'meta' | 'signal'>>;

/** Fetches one page of a list. A `perPage` of 0 lets the server choose the length, which it returns (R-TABLE-01). */
async function fetchPage<R extends RaRecord>(entity: Entity, { pagination, sort, filter, meta, signal }: ListParams) {
  const lookup = isLookup(entity);
  const query = {
    ...listQueryParameters(lookup ? lookupFilter(filter) : filter),
    ...(pagination && { page: pagination.page, per_page: pagination.perPage || undefined }),
    ...(sort?.field && !lookup && { sort: `${sort.order === 'DESC' ? '-' : ''}${sort.field}` }),
  };
  const options: RequestOptions = { query, quiet: (meta as RequestMeta | undefined)?.quiet, signal };
  const { items, total, per_page } = await requestJson<PageAnswer<R>>(
    `/v1/${entity.path}/${lookup ? 'lookup' : 'list'}`,
    options,
  );
  return { data: items, total, meta: { per_page } };
}

/** The longest page that the server returns (B1). */
const maxPageSize = 100;

/** Fetches records by id: in pages where the role may list or pick them, otherwise one by one. */
async function fetchMany<R extends RaRecord>(entity: Entity, ids: readonly Identifier[], options: ListParams) {
  if (ids.length === 0) return [];
  // A role that may not read them either gets the ids only: each request would leave a denial in the audit log.
  if (!mayPick(entity, currentRole()) && !hasRight(entity.access, 'get', currentRole()))
    return ids.map((id) => ({ id }) as R);
  if (!mayPick(entity, currentRole()))
    return Promise.all(ids.map((id) => restProvider.getOne<R>(entity.path, { id }).then(({ data }) => data)));
  const pages = Array.from({ length: Math.ceil(ids.length / maxPageSize) }, (_, at) =>
    ids.slice(at * maxPageSize, (at + 1) * maxPageSize),
  );
  const pagination = { page: 1, perPage: maxPageSize };
  const found = await Promise.all(pages.map((id) => fetchPage<R>(entity, { ...options, filter: { id }, pagination })));
  return found.flatMap(({ data }) => data);
}

/** Loaded on demand, since few users import. */
const loadImport = () => import('./lists/importRows.ts');
const loadDownload = () => import('./files/downloadFile.ts');

const postChange = (entity: Entity, id: Identifier, body: object, headers = {}) =>
  requestJson<never>(`/v1/${entity.path}/${encodeURIComponent(id)}`, { method: 'POST', body, headers });

async function createRecord(entity: Entity, { data, meta }: CreateParams) {
  const { body, fields } = await whenDeclared(() => ({
    body: createBody(entity, currentRole(), data),
    fields: fieldsOf(entity, 'create'),
  }));
  const headers = idempotencyHeader((meta as RequestMeta | undefined)?.idempotencyKey);
  const created = requestJson<never>(`/v1/${entity.path}`, { method: 'POST', body, headers });
  return { data: await withErrorSources(fields, data, withFieldNames(fields, hasInput(fields, data), created)) };
}

/** The header by which a write is refused if the record has another version by then (C21). */
const versionHeader = (version: unknown): Record<string, string> =>
  version === undefined || version === null ? {} : { 'If-Match': `"${version}"` };

/** Deletes a record as the caller has seen it. */
const deleteRecord = <R extends { id: Identifier }>(path: string, { id, previousData }: DeleteParams): Promise<R> =>
  requestJson<R>(`/v1/${path}/${encodeURIComponent(id)}`, {
    method: 'DELETE',
    headers: versionHeader(previousData?.['version']),
  });

async function updateRecord(entity: Entity, { id, data, previousData, meta }: UpdateParams) {
  const { body, fields, step, isStep } = await whenDeclared(() => {
    const changes = updateBody(entity, currentRole(), data, previousData);
    return {
      body: changes,
      fields: fieldsOf(entity, 'edit'),
      step: stepBetween(entity, data, previousData),
      isStep: isStepBody(entity, changes),
    };
  });
  if (Object.keys(body).length === 0) return { data: previousData ?? data };
  const version = isStep ? undefined : (previousData?.version as number | undefined);
  const headers = {
    ...versionHeader(version),
    ...idempotencyHeader((meta as RequestMeta | undefined)?.idempotencyKey),
  };
  const changed = postChange(entity, id, body, headers);
  const isAsked = step ? isAskedByStep(entity, step.input) : hasInput(fields, data);
  return { data: await withErrorSources(fields, data, withFieldNames(fields, isAsked, changed)) };
}

/**
 * react-admin's verbs over `/v1`: those of ra-data-simple-rest where its format fits ours, our own otherwise (B1, C21).
 * A write sends only fields that the role may write; an update sends only changed fields, with the version of the
 * record that the form began with.
 */
export function createDataProvider(contract: Contract): ConsoleDataProvider {
  const pathOf = (resource: string): string => contract.entity(resource).path;
  return {
    ...restProvider,
    supportAbortSignal: true,
    act: sendAction,
    call: callEndpoint,
    download: async (...all) => (await loadDownload()).downloadFile(...all),
    totals: fetchTotals,
    restore: (resource, id) =>
      requestJson(`/v1/${pathOf(resource)}/restore/${encodeURIComponent(id)}`, { method: 'POST', quiet: true }),
    importRows: async (...all) => (await loadImport()).importRows(...all),
    tryImport: async (...all) => (await loadImport()).tryImport(...all),
    getList: async (resource, params) => fetchPage(contract.entity(resource), params),
    getOne: (resource, params) => restProvider.getOne(pathOf(resource), params),
    getMany: async (resource, { ids, meta, signal }) => ({
      data: await fetchMany(contract.entity(resource), ids, { meta, ...(signal && { signal }) }),
    }),
    getManyReference: async (resource, { target, id, filter, ...params }: GetManyReferenceParams) =>
      fetchPage(contract.entity(resource), { ...params, filter: { ...filter, [target]: id } }),
    create: async (resource, params) => createRecord(contract.entity(resource), params),
    update: async (resource, params) => updateRecord(contract.entity(resource), params),
    async updateMany(resource, { ids, data }) {
      const entity = contract.entity(resource);
      const body = await whenDeclared(() => updateBody(entity, currentRole(), data, undefined));
      for (const id of ids) await postChange(entity, id, body);
      return { data: ids };
    },
    delete: async (resource, params) => ({ data: await deleteRecord(pathOf(resource), params as DeleteParams) }),
    async deleteMany(resource, { ids }) {
      for (const id of ids) await deleteRecord(pathOf(resource), { id });
      return { data: [...ids] };
    },
  };
}
