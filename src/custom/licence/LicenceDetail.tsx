import { taskStates } from '../../../contract/choices/assignment.ts';
import { assignment as declaration } from '../../../contract/entities/assignment.ts';
import type { Entity } from '../../../contract/entity.ts';
import { valueAt } from '../../../contract/path.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { useMayCall } from '../../authProvider/useMayCall.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { Cell, labelOf } from '../../resources/cells.tsx';
import { ChoiceChip } from '../../resources/detail/ChoiceChip.tsx';
import { Description, type Line } from '../../resources/detail/Description.tsx';
import { RecordView } from '../../resources/detail/RecordView.tsx';
import type { DetailProps } from '../../resources/overrides.ts';
import { Failback } from './Failback.tsx';
import { Failure } from './Failure.tsx';
import { MailPanel } from './MailPanel.tsx';
import { SaasCounts } from './SaasCounts.tsx';
import { Secret } from './Secret.tsx';

const entity: Entity = declaration;
const shown = [
  'project_id',
  'order_id',
  'hosts',
  'status',
  'issued_at',
  'expired_at',
  'sub_user_id',
  'lic_key',
  'jti',
  'params.send_flag',
  'comment',
];
const issued = 1;
const disasterRecovery = 1002;

const stateOf = (licence: unknown): unknown => valueAt(licence, 'task.status');

/** A licence: what it is for, its issue, its secret, its mails (R-ADLG-01 to R-ADLG-03). */
export default function LicenceDetail(props: DetailProps) {
  return <RecordView {...props} entity={entity} overview={(licence) => <Licence licence={licence} />} />;
}

function Licence({ licence }: { licence: RecordData }) {
  const mayFailBack = useMayCall('fail_back');
  const mayMail = useMayCall('assignment_mail');
  const maySeeCounts = useMayCall('saas_license');
  const isIssued = licence.status === issued;
  const isRecovery = valueAt(licence, 'project.product.category.id') === disasterRecovery;
  const secret = licence.lic_secret as string | undefined;
  return (
    <>
      {stateOf(licence) === 'failed' && isPermitted(entity.name, 'retry') && <Failure licence={licence} />}
      <Description lines={linesOf(licence)} />
      {secret && <Secret secret={secret} name={`licence-${String(licence.jti)}.jws`} />}
      {mayFailBack && isIssued && isRecovery && <Failback licence={licence} />}
      {maySeeCounts && <SaasCounts licence={licence.id} />}
      {mayMail && isIssued && <MailPanel licence={licence} />}
    </>
  );
}

const linesOf = (licence: RecordData): Line[] => [
  ...shown.map((name) => ({
    label: labelOf(entity, name),
    value: lineOf(licence, name),
    wide: name === 'comment',
  })),
  { label: labelOf(entity, 'task_status'), value: <ChoiceChip choices={taskStates} value={stateOf(licence)} /> },
];

function lineOf(licence: RecordData, name: string) {
  const saas = valueAt(licence, 'project.params.saas_name');
  const cell = <Cell entity={entity} name={name} record={licence} />;
  return name === 'project_id' && saas ? (
    <>
      {cell} ({String(saas)})
    </>
  ) : (
    cell
  );
}
