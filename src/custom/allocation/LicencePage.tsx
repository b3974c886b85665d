import { Badge, Box, Tab, Tabs } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { ResourceContextProvider } from 'react-admin';
import { call } from '../../dataProvider/call.ts';
import { text } from '../../i18n/text.ts';
import { EntityScreen } from '../../resources/EntityScreen.tsx';
import { useTab } from '../../shell/useTab.ts';

const parts = {
  1: { entity: 'assignment', path: '/authorization/assignment' },
  2: { entity: 'allocation', path: '/authorization/application' },
} as const;

/** The enterprise's licences, and the applications that wait for it; messages open either (R-MSG-10). */
export default function LicencePage() {
  const [active, setActive] = useTab(['1', '2'] as const);
  const part = parts[active];
  const words = text().licence;
  const waiting = useQuery({
    queryKey: ['allocation', 'waiting'],
    queryFn: () => call('allocation_assignment_count', { quiet: true }),
  });
  const applications = (
    <Badge badgeContent={waiting.data?.count ?? 0} color="primary" sx={{ pr: 1.5 }}>
      {words.applications}
    </Badge>
  );
  return (
    <>
      <Box sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}>
        <Tabs value={active} onChange={(_event, next: '1' | '2') => setActive(next)}>
          <Tab value="1" label={words.tab} id="tab-1" aria-controls="panel" />
          <Tab value="2" label={applications} id="tab-2" aria-controls="panel" />
        </Tabs>
      </Box>
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${active}`}>
        <ResourceContextProvider value={part.entity}>
          <EntityScreen key={part.entity} name={part.entity} path={part.path} />
        </ResourceContextProvider>
      </div>
    </>
  );
}
