import { answeredRecord, conditionHolds } from '../../../../contract/conditions/evaluate.ts';
import { type EmbeddedList, embeddedLists } from '../../../../contract/relations/embeddedLists.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { currentCaller } from '../../../authProvider/authProvider.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';

/** A list of an entity's records that belong to another record. */
export type RelatedListOf = EmbeddedList & { readonly by: string };

/** What a record lists of other entities for the present role, as far as that stands in a record like this one. */
export function useRelatedLists(holder: Entity, record: RecordData | undefined): RelatedListOf[] {
  const role = useRole() ?? 'Subordinate';
  const stands = ({ when }: EmbeddedList) =>
    !when || (record && conditionHolds(holder, when, answeredRecord(record), currentCaller()) === true);
  return embeddedLists(holder.name, role).filter(
    (one): one is RelatedListOf => one.by !== undefined && stands(one) === true,
  );
}
