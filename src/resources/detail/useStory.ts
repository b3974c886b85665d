import type { Entity } from '../../../contract/entity.ts';
import { hasStory, nextStep, toldKinds, toldMoments } from '../../../contract/story.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useCallQuery } from '../../dataProvider/useCall.ts';

/** Does the record itself show that there is more to tell of it than that it was made? */
function isForeseen(entity: Entity, record: RecordData): boolean {
  const stamps = [...toldKinds(entity).filter(({ name }) => name !== 'create'), ...toldMoments(entity)];
  return (
    nextStep(entity, record) !== undefined ||
    stamps.some(({ at }) => at !== undefined && at !== 'created_at' && Boolean(record[at]))
  );
}

/**
 * The timeline of a record, where its entity can have one. `isShown`: there is more in it than that the record was made; its
 * place is kept from the beginning where the record itself shows that.
 */
export function useStory(entity: Entity, record: RecordData) {
  const enabled = hasStory(entity, useRole() ?? 'Subordinate');
  const found = useCallQuery('timeline', { path: { entity: entity.name, id: record.id }, quiet: true }, { enabled });
  const isMore = found.data ? found.data.items.length !== 1 : isForeseen(entity, record);
  return { found, isShown: enabled && (isMore || nextStep(entity, record) !== undefined) };
}

export type Story = ReturnType<typeof useStory>;
