import type { ReactNode } from 'react';
import { ListBase, ResourceContextProvider } from 'react-admin';
import type { Entity } from '../../../contract/entity.ts';
import { sortOf } from '../list/sort.ts';

/** The rows on a page of what belongs to a record. */
export const perPage = 10;

interface Props {
  entity: Entity;
  /** The field that names the record. */
  by: string;
  id: number;
  /** A failure is told in the list itself, and by no notice. */
  quiet?: boolean;
  children: ReactNode;
}

/** The context of a list within a record: those of an entity that belong to it, in a state of their own. */
export const BelongingList = ({ entity, by, id, quiet = false, children }: Props) => (
  <ResourceContextProvider value={entity.name}>
    <ListBase
      resource={entity.name}
      filter={{ [by]: id }}
      perPage={perPage}
      sort={sortOf(entity)}
      {...(quiet && { queryOptions: { meta: { quiet } } })}
      storeKey={false}
      disableSyncWithLocation
      disableAuthentication
    >
      {children}
    </ListBase>
  </ResourceContextProvider>
);
