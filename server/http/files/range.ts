import type { ByteRange } from '../../domain/account/storedFile.ts';

/** What a request asks of a content by its headers. */
export interface Asked {
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** What is served: the whole, a part, or only that there is no such part, or nothing new, or another content. */
export type Served = 'whole' | 'not modified' | 'other content' | 'no such part' | ByteRange;

const oneRange = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/** The part that a range names; of what is malformed, or names several, the whole is served (RFC 9110, 14.2). */
function partOf(range: string, size: number): ByteRange | 'whole' | 'no such part' {
  const [, from, to] = oneRange.exec(range) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole';
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole';
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  if (start >= size || (from === '' && Number(to) === 0)) return 'no such part';
  return { start, end: from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

const tagsIn = (list: string): string[] => list.match(/(?:W\/)?"[^"]*"/g) ?? [];

/** Is the tag among those of a list? Weakly compared, a tag is the same with and without its `W/` (RFC 9110, 8.8.3.2). */
const names = (list: string, etag: string, weakly = false): boolean =>
  list.trim() === '*' || tagsIn(list).some((one) => (weakly ? one.replace(/^W\//, '') : one) === etag);

/**
 * What a request for a content is answered with, in the order of RFC 9110, 13.2.2. In: its headers, the strong tag and the size of
 * the content. A content has no date: a condition on one does not hold, and an `If-Range` with one means the whole.
 */
export function servedOf({ range, ifRange, ifMatch, ifNoneMatch }: Asked, etag: string, size: number): Served {
  if (ifMatch !== undefined && !names(ifMatch, etag)) return 'other content';
  if (ifNoneMatch !== undefined && names(ifNoneMatch, etag, true)) return 'not modified';
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return 'whole';
  return partOf(range, size);
}
