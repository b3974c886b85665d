import { Box } from '@mui/material';
import { Suspense } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { embeddedLists } from '../../../contract/relations/embeddedLists.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { useTabParam } from '../../ui/useTabParam.ts';
import { useContract } from '../ContractContext.ts';
import { useDialogSlots } from '../dialogSlots.ts';
import { EntityScreen } from './EntityScreen.tsx';

function TabScreens({ names, path }: { names: readonly string[]; path: string }) {
  const { TabBar } = useDialogSlots();
  const [active, setActive] = useTabParam(names.map((_, index) => String(index + 1)));
  const name = names[Number(active) - 1] ?? names[0] ?? '';
  return (
    <>
      <Box sx={{ borderBottom: 1, borderColor: 'divider', mb: 2, minHeight: 49 }}>
        <Suspense>
          <TabBar names={names} active={active} onActive={setActive} />
        </Suspense>
      </Box>
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${active}`}>
        <ResourceContextProvider value={name}>
          <EntityScreen key={name} name={name} path={path} />
        </ResourceContextProvider>
      </div>
    </>
  );
}

/** The page of an entity, with the lists that the declarations put next to it for the role as further tabs. */
export function TabbedScreen({ name, path }: { name: string; path: string }) {
  const role = useRole();
  const beside = embeddedLists(useContract().entity(name), role).filter(({ by }) => by === undefined);
  if (beside.length === 0) return <EntityScreen name={name} path={path} />;
  return <TabScreens names={[name, ...beside.map(({ entity }) => entity.name)]} path={path} />;
}
