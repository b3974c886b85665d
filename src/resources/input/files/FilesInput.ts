import { createElement, Suspense } from 'react';
import { lazyChunk } from '../../../ui/lazyChunk.ts';
import type { FieldInputProps } from '../../slotTypes.ts';

const LazyFileDrop = lazyChunk(() => import('./FileDrop.tsx').then((found) => ({ default: found.FileDrop })));

/** The input for one or several files of a record. It loads when the first one is drawn. */
export const FilesInput = (props: FieldInputProps) =>
  createElement(Suspense, { fallback: null }, createElement(LazyFileDrop, props));
