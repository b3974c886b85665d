import { answeredRecord, conditionHolds } from '../../../../contract/conditions/evaluate.ts';
import { demandDeclarations } from '../../../../contract/outlines/outlinedContract.ts';
import { timelineEntities } from '../../../../contract/outlines/pageDeclarations.ts';
import { hasRight, type Role } from '../../../../contract/schema/access.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import {
  hasTimeline,
  nextStep,
  timelineDates,
  timelineEventKinds,
  timelineSource,
} from '../../../../contract/timeline/timelineSources.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useEndpointQuery } from '../../../dataProvider/useEndpoint.ts';

/** True if the timeline has a source that the reader may see. */
const hasVisibleSource = (entity: Entity, record: RecordData, role: Role): boolean =>
  timelineSource(entity).parts.some(({ entity: other, part }) => {
    const isRead = part?.roles?.includes(role) ?? hasRight(other.access, 'list', role);
    return isRead && (!part?.when || conditionHolds(entity, part.when, answeredRecord(record), undefined) !== false);
  });

/** True if the record itself shows that its timeline has more than the creation event. */
function hasMoreEvents(entity: Entity, record: RecordData, role: Role): boolean {
  if (hasVisibleSource(entity, record, role)) return true;
  const stamps = [...timelineEventKinds(entity).filter(({ name }) => name !== 'create'), ...timelineDates(entity)];
  return (
    nextStep(entity, record) !== undefined ||
    stamps.some(({ at }) => at !== undefined && at !== 'created_at' && Boolean(record[at]))
  );
}

/**
 * The timeline of a record, if its entity can have one. `isShown` is true if it has more than the creation event; its
 * room is reserved from the start if the record itself shows that.
 */
export function useTimeline(entity: Entity, record: RecordData) {
  const role = useRole();
  demandDeclarations(entity.contract, timelineEntities(entity));
  const enabled = hasTimeline(entity, role);
  const found = useEndpointQuery(
    'timeline',
    { path: { entity: entity.name, id: record.id }, quiet: true },
    { enabled },
  );
  const hasMore = found.data ? found.data.items.length !== 1 : hasMoreEvents(entity, record, role);
  return { found, isAsked: enabled, isShown: enabled && (hasMore || nextStep(entity, record) !== undefined) };
}

export type TimelineQuery = ReturnType<typeof useTimeline>;
