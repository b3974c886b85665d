/** The parts of a conditional header: a comma within a tag does not end it. */
const parts = /(?:"[^"]*"|[^,])+/g;

/**
 * True if a conditional header names the version of a record (RFC 9110, 13.1): as a tag, weak or not, among others,
 * without quotation marks, or by a `*` for any. The tag `"*"` is a tag like another.
 * @param header `If-Match` or `If-None-Match`
 */
export const namesVersion = (header: string, version: string): boolean =>
  (header.match(parts) ?? [])
    .map((part) => part.trim())
    .some((part) => part === '*' || part.replace(/^(?:W\/)?"|"$/g, '') === version);
