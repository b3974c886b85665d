import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { childRowsIn, type FormChildRow } from '../../dataProvider/forms/childRows.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';

/** The number of children on a page of a form's section. */
export const childrenPerPage = 20;

/** The children of a section, as far as their pages were read, and their total number. */
export interface ChildPages {
  readonly pages: readonly (readonly FormChildRow[])[];
  readonly total: number;
}

/** The children in the form of a record, by section. */
export interface FormChildren {
  /** Changes whenever the children are read again. */
  readonly id: string;
  readonly sections: Readonly<Record<string, ChildPages>>;
}

/** A record as its form read it, with the rows and pages of its children. */
export interface RecordWithChildren {
  readonly record: RecordData;
  readonly children: FormChildren;
}

/**
 * Reads a page of a section.
 * @param size The number of rows on a page.
 * @returns The rows of the page, and the number of rows on all pages.
 */
export type ReadChildPage = (
  name: string,
  page: number,
  size: number,
) => Promise<{ rows: readonly FormChildRow[]; total: number }>;

interface ChildPagesValue {
  readonly children: FormChildren;
  readonly readPage: ReadChildPage;
}

const noPages: ChildPages = { pages: [[]], total: 0 };

/** The children of the form, for the inputs of their rows. */
export const ChildPagesContext = createContext<ChildPagesValue>({
  children: { id: '', sections: {} },
  readPage: async () => ({ rows: [], total: 0 }),
});

const idsOf = (rows: readonly FormChildRow[]): number[] => rows.flatMap(({ id }) => id ?? []);

/**
 * The pages of a section in a form. The form contains each row that was read, with the entered values, on whatever page
 * it is; a page is read when it is opened for the first time.
 */
export function useChildPages(source: string) {
  const { children, readPage } = useContext(ChildPagesContext);
  const { pages, total } = children.sections[source] ?? noPages;
  const { getValues, resetField } = useFormContext();
  const [page, turn] = useState(1);
  const [readLater, setLater] = useState<{ of: string; read: Readonly<Record<number, readonly number[]>> }>();
  const read: Readonly<Record<number, readonly number[]>> = {
    ...(readLater?.of === children.id && readLater.read),
    ...Object.fromEntries(pages.map((rows, at) => [at + 1, idsOf(rows)])),
  };
  const found = useQuery({
    queryKey: ['saved together', children.id, source, page],
    queryFn: () => readPage(source, page, childrenPerPage),
    enabled: read[page] === undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (!found.data) return;
    const present = childRowsIn(getValues(source));
    const presentIds = new Set(idsOf(present));
    const more = found.data.rows.filter(({ id }) => !presentIds.has(id ?? 0));
    // Existing rows keep their indexes, since the form stores their messages by index.
    resetField(source, { defaultValue: [...present, ...more], keepError: true, keepTouched: true });
    setLater({ of: children.id, read: { ...read, [page]: idsOf(found.data.rows) } });
  }, [found.data]);
  const pageOf = (id: number | undefined) =>
    Object.keys(read)
      .map(Number)
      .find((at) => id && read[at]?.includes(id));
  return { page, turn, total, ids: read[page], failed: found.isError, readAgain: found.refetch, pageOf };
}
