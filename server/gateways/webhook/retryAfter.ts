/** The three forms of a date in HTTP (RFC 9110, section 5.6.7). */
const httpDate =
  /^(\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT|\w+, \d{2}-\w{3}-\d{2} \d{2}:\d{2}:\d{2} GMT|\w{3} \w{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

/** The largest number of seconds that is returned: a year. */
const mostSeconds = 365 * 24 * 60 * 60;

function secondsUntil(date: string, now: number): number {
  const at = Date.parse(date.endsWith('GMT') ? date : `${date} GMT`);
  return Math.max(0, Math.ceil((at - now) / 1000));
}

/**
 * Reads the header `Retry-After` (RFC 9110, section 10.2.3): seconds or a date.
 * @param now the present time in ms
 * @returns whole seconds from now, at most a year; undefined without the header or if it is neither
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (!/^\d+$/.test(text) && !httpDate.test(text)) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, now);
  return Number.isNaN(seconds) ? undefined : Math.min(seconds, mostSeconds);
}
