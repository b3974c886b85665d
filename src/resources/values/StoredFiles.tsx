import { Suspense } from 'react';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { Cell } from './Cell.tsx';

const Loaded = lazyChunk(() => import('./FileList.tsx').then((found) => ({ default: found.FileLines })));

export interface StoredFilesProps {
  entity: Entity;
  /** The name of the field. */
  name: string;
  record: RecordData;
}

/** The files that a record has in a field, to look at and to save; until that has loaded, their names. */
export const StoredFiles = (props: StoredFilesProps) => (
  <Suspense fallback={<Cell {...props} />}>
    <Loaded {...props} />
  </Suspense>
);
