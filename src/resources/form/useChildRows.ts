import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Role } from '../../../contract/access.ts';
import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/field.ts';
import { entityNamed } from '../../../contract/index.ts';
import { mayList } from '../../../contract/lookup.ts';
import { togetherFields } from '../../../contract/together.ts';
import { type ChildRow, rowOf } from '../../dataProvider/childRows.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { sortOf } from '../list/sort.ts';

/** So many children stand in a form. */
export const mostRows = 100;

/** The children that stand in the form of a record, by section, and how many there are in all. */
export interface FormChildren {
  readonly rows: Readonly<Record<string, readonly ChildRow[]>>;
  readonly totals: Readonly<Record<string, number>>;
}

/** The children of a record that are saved with it, as they are now; none where the role saves none. */
export function useChildRows(entity: Entity, role: Role, id: number) {
  const { getManyReference } = useDataProvider<ConsoleDataProvider>();
  const sections = Object.entries(togetherFields(entity, [role], 'edit'));
  const readSection = async ([name, field]: [string, Field]) => {
    const child = entityNamed(field.to ?? '');
    if (!mayList(child, role)) return { name, rows: [], total: 0 };
    const { data, total = 0 } = await getManyReference<RecordData>(child.name, {
      ...{ target: entity.children?.[name]?.by ?? '', id, filter: {}, sort: sortOf(child), meta: { quiet: true } },
      pagination: { page: 1, perPage: mostRows },
    });
    return { name, rows: data.map((record) => rowOf(field, record)), total };
  };
  return useQuery<FormChildren>({
    queryKey: ['saved together', entity.name, id],
    queryFn: async () => {
      const read = await Promise.all(sections.map(readSection));
      return {
        rows: Object.fromEntries(read.map(({ name, rows }) => [name, rows])),
        totals: Object.fromEntries(read.map(({ name, total }) => [name, total])),
      };
    },
    gcTime: 0,
    staleTime: 0,
  });
}
