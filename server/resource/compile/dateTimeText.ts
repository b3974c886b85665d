const dayMs = 86_400_000;
const minuteMs = 60_000;
/** The first moment that ISO 8601 writes with a sign, or with more digits of its year than four. */
const yearTenThousand = Date.UTC(10_000, 0);

const padded = (length: number, digits: number): readonly string[] =>
  Array.from({ length }, (_, number) => String(number).padStart(digits, '0'));
const twoDigits = padded(60, 2);
const threeDigits = padded(1_000, 3);
/** Each minute of a day, as `07:05:`. */
const minutes = Array.from({ length: 1_440 }, (_, at) => `${twoDigits[Math.trunc(at / 60)]}:${twoDigits[at % 60]}:`);

/** Days that were written lately, as `2026-11-24T`. */
const days = new Map<number, string>();
const mostDays = 1_000;

function dayText(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  if (days.size >= mostDays) days.clear();
  const text = new Date(day * dayMs).toISOString().slice(0, 'YYYY-MM-DDT'.length);
  days.set(day, text);
  return text;
}

/**
 * A moment as an answer tells it: what `toISOString` writes, in a fifth of its time, for a list has some dozens of them.
 * Out: its text; null for a date that is none, as in JSON.
 */
export function momentText(moment: Date): string | null {
  const time = moment.getTime();
  if (!(time >= 0 && time < yearTenThousand)) return moment.toJSON();
  const day = Math.trunc(time / dayMs);
  const ofDay = time - day * dayMs;
  const minute = Math.trunc(ofDay / minuteMs);
  const ofMinute = ofDay - minute * minuteMs;
  const second = Math.trunc(ofMinute / 1_000);
  return `${dayText(day)}${minutes[minute]}${twoDigits[second]}.${threeDigits[ofMinute - second * 1_000]}Z`;
}
