import { lazyChunk } from './loadChunk.ts';

/** Markdown as it reads. Its renderer is large and loads when the first text of it is drawn. */
export const Markdown = lazyChunk(() => import('./detail/Markdown.tsx'));

/** Markdown as one line of plain text, for a cell: its signs are left out, its words stay. */
export const plainMarkdown = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/[*_`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
