import { Badge } from '@mui/material';
import { useRole } from '../../authProvider/useSession.ts';
import { useCallQuery } from '../../dataProvider/useCall.ts';
import { text } from '../../i18n/text.ts';

export const LicencesTab = () => <>{text().licence.tab}</>;

/** The applications, with how many of them wait for the enterprise's answer. */
export function ApplicationsTab() {
  const enterprise = useRole() === 'Enterprise';
  const waiting = useCallQuery('allocation_assignment_count', { quiet: true }, { enabled: enterprise });
  return (
    <Badge badgeContent={waiting.data?.count ?? 0} sx={{ pr: 1.5 }}>
      {text().licence.applications}
    </Badge>
  );
}
