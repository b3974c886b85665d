import { Suspense } from 'react';
import { lazyChunk } from '../../../ui/lazyChunk.ts';
import { Cell } from '../Cell.tsx';
import type { StoredFilesProps } from './fileTypes.ts';

const Loaded = lazyChunk(() => import('./FileList.tsx').then((found) => ({ default: found.FileLines })));

/** The files that a record has in a field, to look at and to save; until that has loaded, their names. */
export const StoredFiles = (props: StoredFilesProps) => (
  <Suspense fallback={<Cell {...props} />}>
    <Loaded {...props} />
  </Suspense>
);
