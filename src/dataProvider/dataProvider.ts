import simpleRestProvider from 'ra-data-simple-rest';
import {
  type DataProvider,
  type GetListParams,
  type GetManyReferenceParams,
  HttpError,
  type Identifier,
  type RaRecord,
} from 'react-admin';
import { entityNamed } from '../../contract/index.ts';
import { valueAt } from '../../contract/lib/dottedPath.ts';
import { mayList, mayPick } from '../../contract/lists/lookup.ts';
import { togetherFields } from '../../contract/relations/nestedChildren.ts';
import { may } from '../../contract/schema/access.ts';
import { type Entity, fieldOf, sourceOf } from '../../contract/schema/entity.ts';
import type { Fields } from '../../contract/schema/field/field.ts';
import { readSession } from '../authProvider/session.ts';
import { act } from './act.ts';
import { call } from './call.ts';
import { download } from './files/download.ts';
import { bySource, createBody, isStep, stepTo, updateBody } from './forms/body.ts';
import { pathInForm } from './forms/childRows.ts';
import { withNames } from './forms/named.ts';
import { failureBody } from './http/failure.ts';
import { type HttpOptions, httpClient, type RequestOptions, request } from './http/httpClient.ts';
import { idempotencyHeader } from './http/idempotency.ts';
import { parametersOf } from './http/query.ts';
import type { importRows, tryImport } from './lists/importRows.ts';
import { totals } from './lists/totals.ts';

/** What `meta` of a request may say. */
export interface RequestMeta {
  readonly quiet?: boolean;
  readonly idempotencyKey?: string;
}

interface Page<R> {
  readonly items: R[];
  readonly total: number;
  readonly per_page: number;
}

/** react-admin's DataProvider, and beside its methods the declared actions, the declared endpoints and the export. */
export interface ConsoleDataProvider extends DataProvider {
  act: typeof act;
  call: typeof call;
  download: typeof download;
  totals: typeof totals;
  /** Brings a deleted record back (D12). */
  restore(resource: string, id: Identifier): Promise<unknown>;
  importRows: typeof importRows;
  tryImport: typeof tryImport;
}

const rest = simpleRestProvider('/v1', (url, options) => httpClient(url, options as HttpOptions));

const pathOf = (resource: string): string => entityNamed(resource).path;
const role = () => readSession()?.role ?? 'Subordinate';
const fieldsOf = (entity: Entity, operation: 'create' | 'edit'): Fields => ({
  ...entity.fields,
  ...togetherFields(entity, [role()], operation),
  ...Object.assign({}, ...Object.values(entity.lifecycle?.transitions ?? {}).map(({ input }) => input ?? {})),
});

/**
 * The server's messages stand at the inputs of the record; one of the whole request at none of them. In: all fields that a
 * body of it has, and the values of the form.
 */
async function withSources<T>(fields: Fields, values: Readonly<Record<string, unknown>>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const body = failureBody(error);
    if (!(error instanceof HttpError) || !body.errors) throw error;
    const errors = Object.entries(body.errors).map(([path, said]) => [pathInForm(fields, values, path), said]);
    throw new HttpError(error.message, error.status, { ...body, errors: bySource(fields, Object.fromEntries(errors)) });
  }
}

/** Does a form that gives these values have an input for the field? */
const isHeldBy =
  (fields: Fields, values: Readonly<Record<string, unknown>>) =>
  (name: string): boolean => {
    const field = fieldOf({ fields }, name);
    return field !== undefined && valueAt(values, sourceOf(name, field)) !== undefined;
  };

/** Does a step with this input ask for the field? The state that it leads to has no input, and no other name. */
const isAskedBy =
  ({ lifecycle }: Entity, input: Fields = {}) =>
  (name: string): boolean =>
    name === lifecycle?.field || Object.hasOwn(input, name.split('.')[0] ?? '');

/** A role that may not list records looks up their titles, where it may. */
const isLookup = (resource: string): boolean => {
  const entity = entityNamed(resource);
  return !mayList(entity, role()) && mayPick(entity, role());
};
const endOf = (resource: string): string => (isLookup(resource) ? 'lookup' : 'list');

/** What a lookup is narrowed by; the server holds to the rest when the record is picked. */
const ofLookup = ({ search, id }: Readonly<Record<string, unknown>> = {}) => ({
  ...(search !== undefined && { search }),
  ...(id !== undefined && { id }),
});

type ListParams = Partial<Pick<GetListParams, 'pagination' | 'sort' | 'filter' | 'meta' | 'signal'>>;

/** One page of a list; its `per_page` is the server's to say (R-TABLE-01), and a `perPage` of 0 leaves it to the server. */
async function page<R extends RaRecord>(resource: string, { pagination, sort, filter, meta, signal }: ListParams) {
  const query = {
    ...parametersOf(isLookup(resource) ? ofLookup(filter) : filter),
    ...(pagination && { page: pagination.page, per_page: pagination.perPage || undefined }),
    ...(sort?.field && !isLookup(resource) && { sort: `${sort.order === 'DESC' ? '-' : ''}${sort.field}` }),
  };
  const options: RequestOptions = { query, quiet: (meta as RequestMeta | undefined)?.quiet, signal };
  const { items, total, per_page } = await request<Page<R>>(`/v1/${pathOf(resource)}/${endOf(resource)}`, options);
  return { data: items, total, meta: { per_page } };
}

/** The longest page that the server gives (B1). */
const perRequest = 100;

/** Records by id: in one request where the role may list them, else one by one. */
async function many<R extends RaRecord>(resource: string, ids: readonly Identifier[], options: ListParams) {
  if (ids.length === 0) return [];
  const entity = entityNamed(resource);
  // Who may not look at them either sees their numbers: to ask would leave a denial in the audit for each.
  if (!mayPick(entity, role()) && !may(entity.access, 'get', role())) return ids.map((id) => ({ id }) as R);
  if (!mayPick(entity, role()))
    return Promise.all(ids.map((id) => rest.getOne<R>(pathOf(resource), { id }).then(({ data }) => data)));
  const pages = Array.from({ length: Math.ceil(ids.length / perRequest) }, (_, at) =>
    ids.slice(at * perRequest, (at + 1) * perRequest),
  );
  const pagination = { page: 1, perPage: perRequest };
  const found = await Promise.all(pages.map((id) => page<R>(resource, { ...options, filter: { id }, pagination })));
  return found.flatMap(({ data }) => data);
}

/** What few people need is not loaded with the console. */
const importing = () => import('./lists/importRows.ts');

const change = (resource: string, id: Identifier, body: object, headers = {}) =>
  request<never>(`/v1/${pathOf(resource)}/${encodeURIComponent(id)}`, { method: 'POST', body, headers });

/**
 * react-admin's verbs over `/v1`: ra-data-simple-rest where its shape is ours, our own where it is not (B1, C21). What
 * goes out is what the declaration lets the role write; an update sends what has changed, with the version it began from.
 */
export const dataProvider: ConsoleDataProvider = {
  ...rest,
  supportAbortSignal: true,
  act,
  call,
  download,
  totals,
  restore: (resource, id) => request(`/v1/${pathOf(resource)}/restore/${encodeURIComponent(id)}`, { method: 'POST' }),
  importRows: async (...all) => (await importing()).importRows(...all),
  tryImport: async (...all) => (await importing()).tryImport(...all),
  getList: page,
  getOne: (resource, params) => rest.getOne(pathOf(resource), params),
  getMany: async (resource, { ids, meta, signal }) => ({
    data: await many(resource, ids, { meta, ...(signal && { signal }) }),
  }),
  getManyReference: (resource, { target, id, filter, ...params }: GetManyReferenceParams) =>
    page(resource, { ...params, filter: { ...filter, [target]: id } }),
  async create(resource, { data, meta }) {
    const entity = entityNamed(resource);
    const options: RequestOptions = {
      method: 'POST',
      body: createBody(entity, role(), data),
      headers: idempotencyHeader((meta as RequestMeta | undefined)?.idempotencyKey),
    };
    const made = request<never>(`/v1/${entity.path}`, options);
    const fields = fieldsOf(entity, 'create');
    return { data: await withSources(fields, data, withNames(fields, isHeldBy(fields, data), made)) };
  },
  async update(resource, { id, data, previousData, meta }) {
    const entity = entityNamed(resource);
    const body = updateBody(entity, role(), data, previousData);
    if (Object.keys(body).length === 0) return { data: previousData ?? data };
    const version = isStep(entity, body) ? undefined : (previousData?.version as number | undefined);
    const headers = {
      ...(version !== undefined && { 'If-Match': `"${version}"` }),
      ...idempotencyHeader((meta as RequestMeta | undefined)?.idempotencyKey),
    };
    const changed = change(resource, id, body, headers);
    const step = stepTo(entity, data, previousData);
    const fields = fieldsOf(entity, 'edit');
    const isAsked = step ? isAskedBy(entity, step.input) : isHeldBy(fields, data);
    return { data: await withSources(fields, data, withNames(fields, isAsked, changed)) };
  },
  async updateMany(resource, { ids, data }) {
    const entity = entityNamed(resource);
    for (const id of ids) await change(resource, id, updateBody(entity, role(), data, undefined));
    return { data: ids };
  },
  delete: (resource, params) => rest.delete(pathOf(resource), params),
  async deleteMany(resource, { ids }) {
    for (const id of ids) await rest.delete(pathOf(resource), { id });
    return { data: [...ids] };
  },
};
