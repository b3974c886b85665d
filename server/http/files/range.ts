import type { ByteRange } from '../../core/fileStore.ts';

/** The conditional headers of a request for a content. */
export interface ConditionalHeaders {
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** The result: the whole content, a range of it, or the reason for an answer without it. */
export type RangeResult = 'whole' | 'not modified' | 'other content' | 'no such part' | ByteRange;

const oneRange = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/** The range that a header names; if it is malformed or names several, the whole is served (RFC 9110, 14.2). */
function partOf(range: string, size: number): ByteRange | 'whole' | 'no such part' {
  const [, from, to] = oneRange.exec(range) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole';
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole';
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  if (start >= size || (from === '' && Number(to) === 0)) return 'no such part';
  return { start, end: from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

const tagsIn = (list: string): string[] => list.match(/(?:W\/)?"[^"]*"/g) ?? [];

/** True if a list contains the tag. A weak comparison ignores `W/` (RFC 9110, 8.8.3.2). */
const names = (list: string, etag: string, weakly = false): boolean =>
  list.trim() === '*' || tagsIn(list).some((one) => (weakly ? one.replace(/^W\//, '') : one) === etag);

/**
 * Decides what a request for a content gets, in the order of RFC 9110, 13.2.2. Contents have no date: conditions on one
 * are ignored, and an `If-Range` with one serves the whole.
 * @param etag the strong tag of the content
 */
export function resolveRange(
  { range, ifRange, ifMatch, ifNoneMatch }: ConditionalHeaders,
  etag: string,
  size: number,
): RangeResult {
  if (ifMatch !== undefined && !names(ifMatch, etag)) return 'other content';
  if (ifNoneMatch !== undefined && names(ifNoneMatch, etag, true)) return 'not modified';
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return 'whole';
  return partOf(range, size);
}
