import { parseAccept } from 'hono/utils/accept';
import type { Language } from '../../contract/messages/label.ts';

/** What a client prefers, by the headers `Accept` and `Accept-Language` (RFC 9110, 12.5). */

/** A longer header is not read: no client sends one. */
const longest = 1000;

const parsed = (header: string | undefined) =>
  header === undefined || header.length > longest ? [] : parseAccept(header).filter(({ q }) => q > 0);

/**
 * The language of the product that a client likes best.
 * @param header `Accept-Language`: `zh-CN,zh;q=0.9,en;q=0.8`
 * @returns undefined if it names neither
 */
export function preferredLanguage(header: string | undefined): Language | undefined {
  const language = parsed(header)
    .map(({ type }) => /^(en|zh)(?:-|$)/i.exec(type)?.[1]?.toLowerCase())
    .find((one) => one !== undefined);
  return language as Language | undefined;
}

/** The media type of an error by RFC 9457. */
export const problemType = 'application/problem+json';

/**
 * True if a client asks for errors as problems (RFC 9457): it names their media type, and prefers plain JSON to it at
 * most as much.
 * @param header `Accept`
 */
export function asksForProblems(header: string | undefined): boolean {
  const accepted = parsed(header);
  const qualityOf = (media: string) => accepted.find(({ type }) => type.toLowerCase() === media)?.q ?? 0;
  const quality = qualityOf(problemType);
  return quality > 0 && quality >= qualityOf('application/json');
}
