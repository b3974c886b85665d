import { Typography } from '@mui/material';
import { daysAfter } from '../../../contract/entities/shared/period.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { zonedMomentText } from '../../i18n/timeZone.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { labelOf } from '../../resources/values/Cell.tsx';
import { recordValueText } from '../../resources/values/recordValueText.ts';

/** The end of a period of days that begins now. */
const endText = (days: unknown, sentence: (end: string) => string): string[] =>
  typeof days === 'number' ? [sentence(zonedMomentText(daysAfter(new Date(), days)))] : [];

/** What the approval of an order gives: the quantity, and the ends of its two periods (E7). */
export default function ApprovalFacts({ record: order }: { record: RecordData }) {
  const entity = useContract().entity('order');
  const { until, licenceUntil } = text().order;
  const facts = [
    `${labelOf(entity, 'purchased_hosts')} ${recordValueText(entity, 'purchased_hosts', order)}`,
    ...endText(order.assign_period, until),
    ...endText(order.use_period, licenceUntil),
  ];
  return facts.map((fact) => (
    <Typography key={fact} variant="body2" color="text.secondary">
      {fact}
    </Typography>
  ));
}
