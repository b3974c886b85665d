import type { QueryClient } from '@tanstack/react-query';
import { type Entity, holdsSecrets } from '../../../contract/schema/entity.ts';
import { dataProvider } from '../dataProvider.ts';
import { prefetchWhenIdle } from './prefetchWhenIdle.ts';

/**
 * Fetches a record that is likely to be opened, under the key by which react-admin asks for it. Nothing is asked for where
 * each look is audited: a link that is pointed at is not opened yet.
 */
export async function prefetchRecord(queries: QueryClient, entity: Entity, id: number): Promise<void> {
  if (holdsSecrets(entity)) return;
  await prefetchWhenIdle(queries, [entity.name, 'getOne', { id: String(id) }], (signal) =>
    dataProvider.getOne(entity.name, { id, signal }).then(({ data }) => data),
  );
}
