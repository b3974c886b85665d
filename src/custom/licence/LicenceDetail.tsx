import { Typography } from '@mui/material';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { zonedMomentText } from '../../i18n/timeZone.ts';
import { useMayCall } from '../../resources/actions/useMayCall.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { RecordView } from '../../resources/detail/RecordView.tsx';
import { Summary } from '../../resources/detail/Summary.tsx';
import type { DetailProps } from '../../resources/overrides.ts';
import { labelOf } from '../../resources/values/Cell.tsx';
import { useReadableFields } from '../../resources/values/FieldLines.tsx';
import { relativeTime } from '../../resources/values/relativeTime.ts';
import { Failback } from './Failback.tsx';
import { Failure } from './failure/Failure.tsx';
import { LicenceSecret } from './LicenceSecret.tsx';
import { OfflineActivation } from './OfflineActivation.tsx';
import { RelayReport } from './RelayReport.tsx';
import { SaasCounts } from './SaasCounts.tsx';
import { UsagePanel } from './usage/UsagePanel.tsx';
import { VerificationLinks } from './VerificationLinks.tsx';

/**
 * Fields that the detail shows in other ways: the secrets with a download, the quantities in the product's unit, the
 * reason of a failed issue, activations in a tab of their own. A licence is named by its licence ID, and not by its internal number as well.
 */
const shownElsewhere = [
  'id',
  'lic_secret',
  'failback_secret',
  'content_hosts',
  'content_value',
  'task_uuid',
  'task_result',
  'can_activate',
  'activated',
];
const issued = 1;
const disasterRecovery = 1002;

const stateOf = (licence: unknown): unknown => valueAt(licence, 'task.status');

/** A licence with its issue and its secret; its mails and its usage are in tabs (R-ADLG-01 to R-ADLG-03). */
export default function LicenceDetail(props: DetailProps) {
  const entity = useContract().entity('assignment');
  const maySeeUsage = useMayCall('assignment_usage');
  const usage = (licence: RecordData) => ({
    name: 'usage',
    label: text().licence.usage,
    draw: () => <UsagePanel licence={licence} />,
  });
  return (
    <RecordView
      {...props}
      entity={entity}
      overview={(licence) => <Licence licence={licence} />}
      more={(licence) => (maySeeUsage ? [usage(licence)] : [])}
    />
  );
}

/** The fields of the licence, and its project's name as a service. */
function Facts({ licence }: { licence: RecordData }) {
  const contract = useContract();
  const entity = contract.entity('assignment');
  const readable = Object.entries(useReadableFields(entity)).filter(
    ([name]) => !shownElsewhere.includes(name) && (name !== 'used_above' || Number(licence.used_above) > 0),
  );
  const value = valueAt(licence, 'project.params.saas_name') as string | null | undefined;
  const name = 'params.saas_name';
  const saas = { name, label: labelOf(contract.entity('project'), name), value, empty: !value };
  return <Summary entity={entity} record={licence} fields={Object.fromEntries(readable) as Fields} more={[saas]} />;
}

/** When the licence ends, as its mail says it: the day and the time in the reader's zone, and how far that is. */
function LicenceEnd({ end }: { end: number }) {
  if (Number.isNaN(end)) return null;
  const { endsAt, endedAt } = text().licence;
  const sentence = end > Date.now() ? endsAt : endedAt;
  return (
    <Typography sx={{ mb: 2 }} data-testid="licence-end">
      {sentence(zonedMomentText(end), relativeTime(new Date(end).toISOString()))}
    </Typography>
  );
}

function Licence({ licence }: { licence: RecordData }) {
  const mayFailBack = useMayCall('fail_back');
  const mayActivate = useMayCall('activate_offline');
  const mayReport = useMayCall('take_relay_report');
  const maySeeCounts = useMayCall('saas_license');
  const isIssued = licence.status === issued;
  const isRecovery = valueAt(licence, 'project.product.category.id') === disasterRecovery;
  const mayReveal = useMayCall('assignment_reveal');
  const secret = licence.lic_secret as string | null | undefined;
  return (
    <>
      {stateOf(licence) === 'failed' && <Failure licence={licence} />}
      {isIssued && <LicenceEnd end={Date.parse(String(licence.expired_at))} />}
      <Facts licence={licence} />
      {(secret || (isIssued && mayReveal)) && (
        <LicenceSecret licence={licence} part="lic_secret" name={`licence-${String(licence.jti)}.jws`} />
      )}
      {isIssued && <VerificationLinks />}
      {mayFailBack && isIssued && isRecovery && <Failback licence={licence} />}
      {mayActivate && isIssued && licence.can_activate === true && <OfflineActivation id={Number(licence.id)} />}
      {mayReport && licence.activated === true && <RelayReport id={Number(licence.id)} />}
      {maySeeCounts && <SaasCounts licence={licence} />}
    </>
  );
}
