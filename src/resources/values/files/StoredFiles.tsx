import { Suspense } from 'react';
import { lazyChunk } from '../../../ui/lazyChunk.ts';
import { Cell } from '../Cell.tsx';
import type { StoredFilesProps } from './fileTypes.ts';

const LazyFileList = lazyChunk(() => import('./FileList.tsx').then((found) => ({ default: found.FileList })));

/** The files that a record has in a field, to look at and to save; until that has loaded, their names. */
export const StoredFiles = (props: StoredFilesProps) => (
  <Suspense fallback={<Cell {...props} />}>
    <LazyFileList {...props} />
  </Suspense>
);
