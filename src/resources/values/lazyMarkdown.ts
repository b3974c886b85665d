import { lazyChunk } from '../../ui/lazyChunk.ts';

/** Markdown, whose large renderer loads when the first value is drawn. */
export const LazyMarkdown = lazyChunk(() => import('./Markdown.tsx'));
