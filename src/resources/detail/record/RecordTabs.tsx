import { Box, MenuItem, Tab, Tabs, TextField, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { text } from '../../../i18n/text.ts';
import { useIsPhone } from '../../../ui/breakpoints.ts';
import { askBeforeDiscarding } from '../../../ui/dialog/unsaved.ts';
import { usePrinting } from '../../../ui/print/printing.ts';
import { useRecordDrawer } from './RecordDrawerContext.ts';

/** A tab of a record's page. */
export interface RecordTab {
  readonly name: string;
  readonly label: string;
  readonly draw: () => ReactNode;
}

/** The open tab. In a drawer it is a parameter of the address, so that a copied address opens the same tab. */
function useOpenTab(): [string | null, (name: string) => void] {
  const drawer = useRecordDrawer();
  const [parameters, setParameters] = useSearchParams();
  const [own, setOwn] = useState<string | null>(null);
  // In a drawer, its guard asks, since the address changes.
  if (!drawer) return [own, (name) => askBeforeDiscarding(() => setOwn(name))];
  const put = (name: string) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('tab', name);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [parameters.get('tab'), put];
}

/** The choice between tabs: a row of tabs, or on a phone, where they do not fit, a select. */
interface TabChoiceProps {
  readonly tabs: readonly RecordTab[];
  readonly open: RecordTab;
  readonly id: string;
  onOpen(name: string): void;
}

const TabSelect = ({ tabs, open, onOpen }: TabChoiceProps) => (
  <TextField
    select
    label={text().record.tabs}
    value={open.name}
    onChange={(event) => onOpen(event.target.value)}
    sx={{ mb: 2.5 }}
  >
    {tabs.map(({ name, label }) => (
      <MenuItem key={name} value={name}>
        {label}
      </MenuItem>
    ))}
  </TextField>
);

const TabRow = ({ tabs, open, id, onOpen }: TabChoiceProps) => (
  <Tabs
    value={open.name}
    onChange={(_event, name: string) => onOpen(name)}
    variant="scrollable"
    scrollButtons="auto"
    aria-label={text().record.tabs}
    sx={{ minHeight: 40, borderBottom: 1, borderColor: 'divider', mb: 2.5 }}
  >
    {tabs.map(({ name, label }) => (
      <Tab
        key={name}
        value={name}
        label={label}
        id={`${id}-${name}`}
        {...(name === open.name && { 'aria-controls': `${id}-panel-${name}` })}
        sx={{ minHeight: 40, py: 0, px: { sm: 1, md: 2 }, minWidth: 0 }}
      />
    ))}
  </Tabs>
);

/**
 * The tabs of a record, one after the other on paper. The first one is open by default; a single one is shown without a
 * tab bar. A tab has one place in all cases, so that printing does not empty a form in it.
 */
export function RecordTabs({ tabs }: { tabs: readonly RecordTab[] }) {
  const [requested, setRequested] = useOpenTab();
  const id = useId();
  const isPhone = useIsPhone();
  const isPrinting = usePrinting();
  const open = tabs.find(({ name }) => name === requested) ?? tabs[0];
  if (!open) return null;
  if (tabs.length === 1) return <>{open.draw()}</>;
  const choiceProps = { tabs, open, id, onOpen: setRequested };
  const panelOf = ({ name, label }: RecordTab) =>
    isPhone || isPrinting
      ? { role: 'region', 'aria-label': label }
      : { role: 'tabpanel', id: `${id}-panel-${name}`, 'aria-labelledby': `${id}-${name}` };
  const drawn = isPrinting ? tabs : [open];
  return (
    <>
      {!isPrinting && (isPhone ? <TabSelect {...choiceProps} /> : <TabRow {...choiceProps} />)}
      {drawn.map((tab) => (
        <Box key={tab.name} {...panelOf(tab)} {...(isPrinting && tab !== tabs[0] && { sx: { mt: 3 } })}>
          {isPrinting && tab !== tabs[0] && (
            <Typography component="h3" variant="h2" sx={{ mb: 1 }}>
              {tab.label}
            </Typography>
          )}
          {tab.draw()}
        </Box>
      ))}
    </>
  );
}
