import { Badge } from '@mui/material';
import { isRole } from '../../../contract/roles/index.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { text } from '../../i18n/text.ts';

export const LicencesTabLabel = () => <>{text().licence.tab}</>;

/** The label of the applications tab; for enterprises with the number of applications that wait for an answer. */
export const ApplicationsTabLabel = () =>
  isRole(useRole(), 'Enterprise') ? <WaitingApplications /> : text().licence.applications;

function WaitingApplications() {
  const waiting = useEndpointQuery('allocation_assignment_count', { quiet: true });
  return (
    <Badge badgeContent={waiting.data?.count ?? 0} sx={{ pr: 1.5 }}>
      {text().licence.applications}
    </Badge>
  );
}
