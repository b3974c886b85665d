import { lazyChunk } from '../../ui/lazyChunk.ts';

/** Markdown as it reads. Its renderer is large and loads when the first text of it is drawn. */
export const LazyMarkdown = lazyChunk(() => import('./Markdown.tsx'));
