import { Box } from '@mui/material';
import { type ReactNode, useMemo } from 'react';
import { ListContextProvider, useListContext } from 'react-admin';
import type { Entity } from '../../../../contract/schema/entity.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { usePrinting } from '../../../ui/print/printing.ts';
import { Pager } from '../../paging/Pager.tsx';
import { PartOnPaper } from '../../paging/PartOnPaper.tsx';
import { useWholeListOnPaper } from '../../paging/useWholeListOnPaper.ts';
import { relatedPerPage } from './RelatedListContext.tsx';

interface Props {
  entity: Entity;
  /** What is drawn on paper in place of the children. They stay, unseen, with what is being entered in them. */
  paper?: ReactNode;
  children: ReactNode;
}

/** The rows of a list inside a record: a page with the way to the others, and on paper all of them (issue 33). */
export function RelatedRows({ entity, paper, children }: Props) {
  const context = useListContext<RecordData>();
  const isPrinting = usePrinting();
  const { sort, filter: own, filterValues, page, setPage } = context;
  const filter = { ...filterValues, ...(own as object) };
  const drawn = useWholeListOnPaper(entity.name, { filter, sort }, context);
  const { rows } = drawn;
  const value = useMemo(
    () => (rows === context.data || !context.data ? context : { ...context, data: [...rows] }),
    [context, rows],
  );
  return (
    <>
      {paper && <Box sx={{ display: isPrinting ? 'none' : undefined }}>{children}</Box>}
      <ListContextProvider value={value as typeof context}>
        {paper ? isPrinting && paper : children}
      </ListContextProvider>
      {isPrinting ? (
        <PartOnPaper {...drawn} />
      ) : (
        <Pager total={context.total ?? 0} page={page} perPage={relatedPerPage} onPage={setPage} />
      )}
    </>
  );
}
