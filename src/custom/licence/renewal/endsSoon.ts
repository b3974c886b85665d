import type { RecordData } from '../../../dataProvider/RecordData.ts';

/** How long before its end a licence can be renewed by one click, in milliseconds. */
const soonMs = 90 * 86_400_000;

/** True if an issued licence ends soon or has ended, so that it can be renewed (D4); the server checks it again. */
export const endsSoon = ({ status, expired_at }: RecordData, now: number = Date.now()): boolean =>
  status === 1 && Date.parse(String(expired_at)) - now < soonMs;
