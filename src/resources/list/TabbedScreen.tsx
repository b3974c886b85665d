import { Box, Tab, Tabs } from '@mui/material';
import { ResourceContextProvider } from 'react-admin';
import { entityNamed } from '../../../contract/index.ts';
import { innerOf } from '../../../contract/within.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { translate } from '../../i18n/text.ts';
import { useOverrides } from '../overrides.ts';
import { useTab } from '../useTab.ts';
import { EntityScreen } from './EntityScreen.tsx';

/** What a tab is called: by the entity, or as it was drawn by hand. */
function TabLabel({ name }: { name: string }) {
  const { tab: Own } = useOverrides(name);
  return Own ? <Own /> : translate(entityNamed(name).labels);
}

function Screens({ names, path }: { names: readonly string[]; path: string }) {
  const [active, setActive] = useTab(names.map((_, index) => String(index + 1)));
  const name = names[Number(active) - 1] ?? names[0] ?? '';
  return (
    <>
      <Box sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}>
        <Tabs value={active} onChange={(_event, next: string) => setActive(next)}>
          {names.map((one, index) => (
            <Tab
              key={one}
              value={String(index + 1)}
              label={<TabLabel name={one} />}
              id={`tab-${index + 1}`}
              aria-controls="panel"
            />
          ))}
        </Tabs>
      </Box>
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${active}`}>
        <ResourceContextProvider value={name}>
          <EntityScreen key={name} name={name} path={path} />
        </ResourceContextProvider>
      </div>
    </>
  );
}

/** The page of an entity, with those that the declarations put beside its list for the role as further tabs. */
export function TabbedScreen({ name, path }: { name: string; path: string }) {
  const role = useRole() ?? 'Subordinate';
  const beside = innerOf(name, role).filter(({ by }) => by === undefined);
  if (beside.length === 0) return <EntityScreen name={name} path={path} />;
  return <Screens names={[name, ...beside.map(({ entity }) => entity.name)]} path={path} />;
}
