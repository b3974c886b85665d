import { Suspense } from 'react';
import { lazyChunk } from '../../../ui/lazyChunk.ts';
import { Cell } from '../Cell.tsx';
import type { StoredFilesProps } from './fileTypes.ts';

const LazyFileList = lazyChunk(() => import('./FileList.tsx').then((found) => ({ default: found.FileList })));

/** The files of a record in a field, to open and to save; while the script loads, only their names. */
export const StoredFiles = (props: StoredFilesProps) => (
  <Suspense fallback={<Cell {...props} />}>
    <LazyFileList {...props} />
  </Suspense>
);
