import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { childRowsIn, type FormChildRow } from '../../dataProvider/forms/childRows.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';

/** So many children of a section stand in a form at a time. */
export const childrenPerPage = 20;

/** The children of a section, page by page as far as they were read, and how many there are in all. */
export interface ChildPages {
  readonly pages: readonly (readonly FormChildRow[])[];
  readonly total: number;
}

/** The children that stand in the form of a record, by section. */
export interface FormChildren {
  /** Another one whenever they are read again. */
  readonly id: string;
  readonly sections: Readonly<Record<string, ChildPages>>;
}

/** A record as it was read for its form, with the rows of its children, and their pages. */
export interface RecordWithChildren {
  readonly record: RecordData;
  readonly children: FormChildren;
}

/** Reads a page of a section, of so many rows. Out: its rows, and how many there are on all pages. */
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

/** What the rows of children have of the form that they stand in. */
export const ChildPagesContext = createContext<ChildPagesValue>({
  children: { id: '', sections: {} },
  readPage: async () => ({ rows: [], total: 0 }),
});

const idsOf = (rows: readonly FormChildRow[]): number[] => rows.flatMap(({ id }) => id ?? []);

/**
 * The pages of a section in a form. The form holds each row that was read, with what was entered, on whatever page it
 * stands; a page is read when it is turned to for the first time.
 */
export function useChildPages(source: string) {
  const { children, readPage } = useContext(ChildPagesContext);
  const { pages, total } = children.sections[source] ?? noPages;
  const { getValues, resetField } = useFormContext();
  const [page, turn] = useState(1);
  const [later, setLater] = useState<{ of: string; read: Readonly<Record<number, readonly number[]>> }>();
  const read: Readonly<Record<number, readonly number[]>> = {
    ...(later?.of === children.id && later.read),
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
    const held = childRowsIn(getValues(source));
    const there = new Set(idsOf(held));
    const more = found.data.rows.filter(({ id }) => !there.has(id ?? 0));
    // Rows that were there already keep their places, by which the form knows what is said of them.
    resetField(source, { defaultValue: [...held, ...more], keepError: true, keepTouched: true });
    setLater({ of: children.id, read: { ...read, [page]: idsOf(found.data.rows) } });
  }, [found.data]);
  /** The page on which a child was read. */
  const pageOf = (id: number | undefined) =>
    Object.keys(read)
      .map(Number)
      .find((at) => id && read[at]?.includes(id));
  return { page, turn, total, ids: read[page], failed: found.isError, readAgain: found.refetch, pageOf };
}
