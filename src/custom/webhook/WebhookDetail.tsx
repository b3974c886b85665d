import { Alert, Typography } from '@mui/material';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { RecordView } from '../../resources/detail/RecordView.tsx';
import { Summary } from '../../resources/detail/Summary.tsx';
import type { DetailProps } from '../../resources/overrides.ts';
import { Cell } from '../../resources/values/Cell.tsx';
import { useReadableFields } from '../../resources/values/FieldLines.tsx';
import { minuteText } from '../../resources/values/format.ts';
import RotateButton from './RotateButton.tsx';

/** The state of a webhook that the product has switched off. */
const switchedOff = 9;

/** Says above a webhook why and since when it is switched off, or that its deliveries fail; otherwise null. */
function troubleOf(entity: Entity, webhook: RecordData) {
  const words = text().webhook;
  if (webhook.state === switchedOff)
    return (
      <Alert severity="error">
        <Typography component="h3" variant="h3">
          <Cell entity={entity} name="off_reason" record={webhook} />
        </Typography>
        {words.switchedOff(minuteText(webhook.switched_off_at))}
      </Alert>
    );
  if (!webhook.failing_since) return null;
  return <Alert severity="warning">{words.failing(minuteText(webhook.failing_since))}</Alert>;
}

const isOver = (moment: unknown): boolean => Date.parse(String(moment)) <= Date.now();

/** A webhook: why it is off or fails, its values, and a button for a new secret (issue 34). */
export default function WebhookDetail(props: DetailProps) {
  const entity = useContract().entity('webhook');
  const {
    secret: _secret,
    state: _state,
    off_reason: _reason,
    switched_off_at: _offSince,
    failing_since: _failingSince,
    previous_until,
    ...fields
  } = useReadableFields(entity);
  const fieldsOf = (webhook: RecordData) =>
    previous_until === undefined || isOver(webhook.previous_until) ? fields : { ...fields, previous_until };
  return (
    <RecordView
      {...props}
      entity={entity}
      top={(webhook) => troubleOf(entity, webhook)}
      overview={(webhook) => <Summary entity={entity} record={webhook} fields={fieldsOf(webhook)} />}
      endings={(webhook) => <RotateButton record={webhook} />}
    />
  );
}
