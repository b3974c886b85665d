import { createElement, Suspense } from 'react';
import { lazyChunk } from '../../../ui/lazyChunk.ts';
import type { FieldInputProps } from '../../slotTypes.ts';

const LazyFileDrop = lazyChunk(() => import('./FileDrop.tsx').then((found) => ({ default: found.FileDrop })));

/** Files of a record, one or several. The input loads when the first of them is drawn. */
export const FilesInput = (props: FieldInputProps) =>
  createElement(Suspense, { fallback: null }, createElement(LazyFileDrop, props));
