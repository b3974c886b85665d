import type { ReactNode } from 'react';
import { ListBase, ResourceContextProvider } from 'react-admin';
import { filterByReference } from '../../../../contract/relations/inverse.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { defaultSort } from '../../../dataProvider/lists/defaultSort.ts';
import { stableList } from '../../../dataProvider/live/pendingChanges.ts';

/** The number of rows on a page of a related list. */
export const relatedPerPage = 10;

interface Props {
  entity: Entity;
  /** The field that references the record. */
  by: string;
  id: number;
  /** True if a failure is shown in the list itself and not as a notification. */
  quiet?: boolean;
  children: ReactNode;
}

const quietOptions = { ...stableList, meta: { quiet: true } };

/**
 * The context of a list inside a record: the records of an entity that belong to it, with a list state of their own.
 * Changes by others wait in a `NewRowsNotice`.
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
