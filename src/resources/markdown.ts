import { lazyChunk } from './loadChunk.ts';

/** Markdown as it reads. Its renderer is large and loads when the first text of it is drawn. */
export const Markdown = lazyChunk(() => import('./detail/Markdown.tsx'));
