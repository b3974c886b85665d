import type { ReactNode } from 'react';
import { ListBase, ResourceContextProvider } from 'react-admin';
import { filterByReference } from '../../../../contract/relations/inverse.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { defaultSort } from '../../../dataProvider/lists/defaultSort.ts';
import { stableList } from '../../../dataProvider/live/pendingChanges.ts';

/** The rows on a page of what belongs to a record. */
export const relatedPerPage = 10;

interface Props {
  entity: Entity;
  /** The field that names the record. */
  by: string;
  id: number;
  /** A failure is told in the list itself, and by no notice. */
  quiet?: boolean;
  children: ReactNode;
}

const quietOptions = { ...stableList, meta: { quiet: true } };

/**
 * The context of a list within a record: those of an entity that belong to it, in a state of their own. What others change
 * of it waits in a `NewRows`.
 */
export const RelatedListContext = ({ entity, by, id, quiet = false, children }: Props) => (
  <ResourceContextProvider value={entity.name}>
    <ListBase
      resource={entity.name}
      filter={filterByReference(entity, by, id)}
      perPage={relatedPerPage}
      sort={defaultSort(entity)}
      queryOptions={(quiet ? quietOptions : stableList) as object}
      storeKey={false}
      disableSyncWithLocation
      disableAuthentication
    >
      {children}
    </ListBase>
  </ResourceContextProvider>
);
