import type { RecordData } from '../../../dataProvider/record.ts';

/** How long before its end a licence can be renewed by one click, in milliseconds. */
const soon = 90 * 86_400_000;

/** Does an issued licence end soon, or has it ended? Then it can be renewed (D4); the server has the last word. */
export const endsSoon = ({ status, expired_at }: RecordData, now: number = Date.now()): boolean =>
  status === 1 && Date.parse(String(expired_at)) - now < soon;
