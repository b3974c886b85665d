import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { mayList } from '../../../contract/lists/lookup.ts';
import { nestedChildFields } from '../../../contract/relations/nestedChildren.ts';
import type { Role } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { changedChildRows, type FormChildRow, toChildRow } from '../../dataProvider/forms/childRows.ts';
import { defaultSort } from '../../dataProvider/lists/defaultSort.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { type ChildPages, childrenPerPage, type FormChildren, type ReadChildPage } from '../formState/childRowPages.ts';
import type { FormValues } from '../formState/contractResolver.ts';

/** Returns a function that reads a page of a child section; it has no rows if the role may not list the children. */
function useReadChildPage(entity: Entity, role: Role, id: number): ReadChildPage {
  const { getManyReference } = useDataProvider<ConsoleDataProvider>();
  const fields = nestedChildFields(entity, [role], 'edit');
  return async (name, page, perPage) => {
    const field = fields[name];
    const child = entity.contract.entity(field?.to ?? '');
    if (!field || !mayList(child, role)) return { rows: [], total: 0 };
    const { data, total = 0 } = await getManyReference<RecordData>(child.name, {
      target: entity.children?.[name]?.by ?? '',
      id,
      filter: {},
      sort: defaultSort(child),
      meta: { quiet: true },
      pagination: { page, perPage },
    });
    return { rows: data.map((record) => toChildRow(field, record)), total };
  };
}

/** The page size for reading a section again, when all rows that the user touched have to be found. */
const rereadPageSize = 5 * childrenPerPage;

const toPages = (rows: readonly FormChildRow[]): (readonly FormChildRow[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(rows.length / childrenPerPage)) }, (_, at) =>
    rows.slice(at * childrenPerPage, (at + 1) * childrenPerPage),
  );

/** Reads the first page of a section, and further ones until all wanted rows were read or there are no more. */
async function readSection(read: ReadChildPage, name: string, wanted: ReadonlySet<unknown>): Promise<ChildPages> {
  const size = wanted.size > 0 ? rereadPageSize : childrenPerPage;
  const missing = new Set(wanted);
  const all: FormChildRow[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await read(name, page, size);
    all.push(...rows);
    for (const { id } of rows) missing.delete(id);
    if (missing.size === 0 || page * size >= total) return { pages: toPages(all), total };
  }
}

/**
 * The children that are saved together with a record: the first page of each section, if the role may save any.
 * @returns The query, and functions that read another page and that read the rows again that the user has touched.
 */
export function useChildRows(entity: Entity, role: Role, id: number) {
  const sections = Object.entries(nestedChildFields(entity, [role], 'edit'));
  const readPage = useReadChildPage(entity, role, id);
  const read = async (entered: FormValues): Promise<FormChildren> => {
    const found = sections.map(async ([name, field]) => {
      const changedIds = changedChildRows(field, entered[name]).flatMap(([, row]) => row.id ?? []);
      return [name, await readSection(readPage, name, new Set(changedIds))] as const;
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
