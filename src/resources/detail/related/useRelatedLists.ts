import { answeredRecord, conditionHolds } from '../../../../contract/conditions/evaluate.ts';
import { type EmbeddedList, embeddedLists } from '../../../../contract/relations/embeddedLists.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { currentCaller } from '../../../authProvider/authProvider.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';

/** A list of an entity's records that belong to another record. */
export type RelatedListOf = EmbeddedList & { readonly by: string };

/** The related lists of a record for the user's role, whose condition the record meets. */
export function useRelatedLists(holder: Entity, record: RecordData | undefined): RelatedListOf[] {
  const role = useRole();
  const isShown = ({ when }: EmbeddedList) =>
    !when || (record && conditionHolds(holder, when, answeredRecord(record), currentCaller()) === true);
  return embeddedLists(holder, role).filter(
    (one): one is RelatedListOf => one.by !== undefined && isShown(one) === true,
  );
}
