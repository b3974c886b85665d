import type { QueryClient } from '@tanstack/react-query';
import { whenDeclared } from '../../../contract/outlines/outlinedContract.ts';
import { type Entity, hasEncryptedFields } from '../../../contract/schema/entity.ts';
import type { ConsoleDataProvider } from '../dataProvider.ts';
import { prefetchWhenIdle } from './prefetchWhenIdle.ts';

/**
 * Prefetches a record that is likely to be opened, under react-admin's own query key. A record whose reads are audited
 * is left out: a hovered link is not a read.
 */
export async function prefetchRecord(
  queries: QueryClient,
  data: ConsoleDataProvider,
  entity: Entity,
  id: number,
): Promise<void> {
  if (await whenDeclared(() => hasEncryptedFields(entity))) return;
  await prefetchWhenIdle(queries, [entity.name, 'getOne', { id: String(id) }], (signal) =>
    data.getOne(entity.name, { id, signal }).then((answer) => answer.data),
  );
}
