import { type DataProvider, HttpError, type Identifier, type RaRecord } from 'react-admin';
import { entityNamed } from '../../contract/index.ts';
import { ApiError, type ApiOptions, api, type Page } from './api.ts';

/** react-admin wants a refusal's fields as its form errors. */
async function call<T>(path: string, options: ApiOptions = {}): Promise<T> {
  try {
    return await api<T>(path, options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const errors = Object.fromEntries(Object.entries(error.fields).map(([name, texts]) => [name, texts[0] ?? '']));
    throw new HttpError(error.message, error.status, { errors, fields: error.fields });
  }
}

/** A list's filter as parameters: the search, the range and the declared filters. */
export function parametersOf(filter: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const plain = new Set(['search', 'start_at', 'end_at', 'is_paginate']);
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      plain.has(name) ? name : `filter_${name}`,
      Array.isArray(value) ? value.join(',') : value,
    ]),
  );
}

const pathOf = (resource: string): string => entityNamed(resource).path;

const one = <R extends RaRecord>(resource: string, id: Identifier) => call<R>(`/v1/${pathOf(resource)}/${id}`);

/** react-admin's verbs over `/v1`; the key, the language, the time-out and the messages are `api`'s. */
export const dataProvider: DataProvider = {
  async getList(resource, { pagination, sort, filter }) {
    const query = {
      ...parametersOf(filter ?? {}),
      ...(pagination && { page: pagination.page, per_page: pagination.perPage }),
      ...(sort?.field && { sort: `${sort.order === 'DESC' ? '-' : ''}${sort.field}` }),
    };
    const { items, total, per_page } = await call<Page<never>>(`/v1/${pathOf(resource)}/list`, { query });
    return { data: items, total, meta: { per_page } };
  },
  getOne: async (resource, { id }) => ({ data: await one(resource, id) }),
  getMany: async (resource, { ids }) => ({ data: await Promise.all(ids.map((id) => one<never>(resource, id))) }),
  async getManyReference(resource, { target, id, pagination, filter }) {
    const query = { ...parametersOf({ ...filter, [target]: id }), page: pagination.page, per_page: pagination.perPage };
    const { items, total } = await call<Page<never>>(`/v1/${pathOf(resource)}/list`, { query });
    return { data: items, total };
  },
  create: async (resource, { data }) => ({
    data: await call(`/v1/${pathOf(resource)}`, { method: 'POST', body: data }),
  }),
  update: async (resource, { id, data }) => ({
    data: await call(`/v1/${pathOf(resource)}/${id}`, { method: 'POST', body: data }),
  }),
  delete: async (resource, { id }) => ({ data: await call(`/v1/${pathOf(resource)}/${id}`, { method: 'DELETE' }) }),
  async updateMany(resource, { ids, data }) {
    for (const id of ids) await call(`/v1/${pathOf(resource)}/${id}`, { method: 'POST', body: data });
    return { data: ids };
  },
  async deleteMany(resource, { ids }) {
    for (const id of ids) await call(`/v1/${pathOf(resource)}/${id}`, { method: 'DELETE' });
    return { data: ids };
  },
};
