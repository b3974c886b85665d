import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { entityNamed } from '../../../contract/index.ts';
import { mayList } from '../../../contract/lists/lookup.ts';
import { togetherFields } from '../../../contract/relations/nestedChildren.ts';
import type { Role } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { type ChildRow, rowOf, touchedRows } from '../../dataProvider/forms/childRows.ts';
import { sortOf } from '../../dataProvider/lists/sort.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { type FormChildren, perPage, type ReadPage, type Section } from '../formState/childRowPages.ts';
import type { Values } from '../formState/contractResolver.ts';

/** How a page of a section is read: its children as they are now; none where the role may not list them. */
function useReadPage(entity: Entity, role: Role, id: number): ReadPage {
  const { getManyReference } = useDataProvider<ConsoleDataProvider>();
  const fields = togetherFields(entity, [role], 'edit');
  return async (name, page, perPage) => {
    const field = fields[name];
    const child = entityNamed(field?.to ?? '');
    if (!field || !mayList(child, role)) return { rows: [], total: 0 };
    const { data, total = 0 } = await getManyReference<RecordData>(child.name, {
      target: entity.children?.[name]?.by ?? '',
      id,
      filter: {},
      sort: sortOf(child),
      meta: { quiet: true },
      pagination: { page, perPage },
    });
    return { rows: data.map((record) => rowOf(field, record)), total };
  };
}

/** So many rows are read at a time where it has to be known what became of those that were touched. */
const many = 5 * perPage;

const inPages = (rows: readonly ChildRow[]): (readonly ChildRow[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(rows.length / perPage)) }, (_, at) =>
    rows.slice(at * perPage, (at + 1) * perPage),
  );

/** The first page of a section, and those behind it until all rows that are wanted were read, or there are no more. */
async function readSection(read: ReadPage, name: string, wanted: ReadonlySet<unknown>): Promise<Section> {
  const size = wanted.size > 0 ? many : perPage;
  const left = new Set(wanted);
  const all: ChildRow[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await read(name, page, size);
    all.push(...rows);
    for (const { id } of rows) left.delete(id);
    if (left.size === 0 || page * size >= total) return { pages: inPages(all), total };
  }
}

/**
 * The children of a record that are saved with it, as they are now, of each section the first page; none where the role
 * saves none. Out besides: how another page is read, and how what was touched in a form is read again.
 */
export function useChildRows(entity: Entity, role: Role, id: number) {
  const sections = Object.entries(togetherFields(entity, [role], 'edit'));
  const readPage = useReadPage(entity, role, id);
  const read = async (entered: Values): Promise<FormChildren> => {
    const found = sections.map(async ([name, field]) => {
      const touched = touchedRows(field, entered[name]).flatMap(([, row]) => row.id ?? []);
      return [name, await readSection(readPage, name, new Set(touched))] as const;
    });
    return { id: `${entity.name} ${id} ${Date.now()}`, sections: Object.fromEntries(await Promise.all(found)) };
  };
  const found = useQuery<FormChildren>({
    queryKey: ['saved together', entity.name, id],
    queryFn: () => read({}),
    gcTime: 0,
    staleTime: 0,
  });
  return { ...found, readPage, readAgain: read };
}
