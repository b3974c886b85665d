import type { QueryClient } from '@tanstack/react-query';
import { dataProvider } from '../dataProvider.ts';
import { fetchEarly } from './fetchEarly.ts';

/** Fetches a record that is likely to be opened, under the key by which react-admin asks for it. */
export const fetchRecord = (queries: QueryClient, resource: string, id: number): Promise<void> =>
  fetchEarly(queries, [resource, 'getOne', { id: String(id) }], (signal) =>
    dataProvider.getOne(resource, { id, signal }).then(({ data }) => data),
  );
