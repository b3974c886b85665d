import { Tab, Tabs } from '@mui/material';
import { translate } from '../../i18n/text.ts';
import { scrollingTabs } from '../../ui/scrollEdges.ts';
import { useContract } from '../ContractContext.ts';
import type { TabBarProps } from '../dialogSlots.ts';
import { useOverrides } from '../overrides.ts';

/** The label of a tab: that of the entity, or a custom one. */
function TabLabel({ name }: { name: string }) {
  const { TabLabel: Custom } = useOverrides(name);
  const { labels } = useContract().entity(name);
  return Custom ? <Custom /> : translate(labels);
}

/** The tabs of a page with more than one list; in a script of its own, since most pages have one. */
export default function TabBar({ names, active, onActive }: TabBarProps) {
  return (
    <Tabs value={active} onChange={(_event, next: string) => onActive(next)} {...scrollingTabs}>
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
  );
}
