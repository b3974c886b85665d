import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import { Box, Button, IconButton, InputBase, LinearProgress } from '@mui/material';
import useAutocomplete from '@mui/material/useAutocomplete';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { useRecent } from '../../resources/recentRecords.ts';
import { isComposing } from '../../ui/keyboard/isComposing.ts';
import { answersTo, type Command } from './command.ts';
import { Groups } from './Groups.tsx';
import type { Begun } from './PaletteComing.tsx';
import { bar, PaletteFrame, useIsNarrow } from './PaletteFrame.tsx';
import { useActFor } from './useActFor.tsx';
import { useActions } from './useActions.tsx';
import { usePages } from './usePages.tsx';
import { useOpening, useRecords } from './useRecords.tsx';

const line = { px: 2, py: 3, color: 'text.secondary', textAlign: 'center' } as const;

/** What the palette offers for a text: without one the last records, the pages and the actions. */
function useCommands(written: string) {
  const acting = useActFor(written);
  const { records, actions, isPending, error, refetch } = useRecords(acting ? '' : written);
  const { recent } = useRecent();
  const opening = useOpening();
  const known = [...usePages(), ...useActions()];
  const wanted = written.trim();
  const found = acting?.found ?? [...actions, ...records];
  const offered =
    wanted === ''
      ? [...recent.map((record) => opening(record, text().palette.recent)), ...known]
      : [...known.filter((one) => answersTo(one, wanted)), ...found];
  // A group stands together, where its first command does.
  const groups = [...new Set(offered.map(({ group }) => group))];
  return {
    commands: groups.flatMap((group) => offered.filter((one) => one.group === group)),
    /** What was looked for. */
    wanted: acting?.name ?? wanted,
    /** Is somebody to act for still to be named? */
    isNameless: acting?.name === '',
    isPending,
    error,
    refetch,
    ...(acting && { isPending: acting.isPending, error: acting.error, refetch: acting.refetch }),
  };
}

/** Opens the first that is found, where the enter key came before the answer, or before the palette. Out: what hears that key. */
function useHaste(isSent: boolean, isPending: boolean, first: Command | undefined, run: (command: Command) => void) {
  const [inHaste, setInHaste] = useState(isSent);
  useEffect(() => {
    if (!inHaste || isPending) return;
    setInHaste(false);
    if (first) run(first);
  }, [inHaste, isPending]);
  return ({ key, nativeEvent }: KeyboardEvent) => {
    if (isComposing(nativeEvent)) return;
    setInHaste(key === 'Enter' && isPending && first === undefined);
  };
}

interface Props {
  begun: Begun;
  onClose: () => void;
}

/** What stands in the palette: a combobox with its listbox (ARIA 1.2). */
function Finder({ begun, onClose }: Props) {
  const narrow = useIsNarrow();
  const [written, setWritten] = useState(begun.written);
  const { commands, wanted, isNameless, isPending, error, refetch } = useCommands(written);
  const { add } = useRecent();
  const words = text().palette;
  const run = (command: Command) => {
    if (command.writes !== undefined) return setWritten(command.writes);
    onClose();
    if (command.recent) add(command.recent);
    command.run();
  };
  const { getRootProps, getInputProps, getListboxProps, getOptionProps } = useAutocomplete<Command>({
    id: 'palette',
    open: true,
    options: commands,
    value: null,
    inputValue: written,
    filterOptions: (options) => options,
    getOptionLabel: ({ title }) => title,
    getOptionKey: ({ id }) => id,
    isOptionEqualToValue: (one, other) => one.id === other.id,
    autoHighlight: true,
    onInputChange: (_event, value, reason) => reason === 'input' && setWritten(value),
    onChange: (_event, command) => command && run(command),
    onClose: (_event, reason) => reason === 'escape' && onClose(),
  });
  const onKeyDownCapture = useHaste(begun.isSent, isPending, commands[0], run);
  return (
    <>
      <Box {...getRootProps()} onKeyDownCapture={onKeyDownCapture} sx={bar}>
        <SearchIcon fontSize="small" color="action" />
        <InputBase
          fullWidth
          autoFocus
          placeholder={words.placeholder}
          inputProps={{ ...getInputProps(), 'aria-label': words.open, enterKeyHint: 'go' }}
        />
        {narrow && (
          <IconButton aria-label={words.close} edge="end" onClick={onClose}>
            <CloseIcon fontSize="small" />
          </IconButton>
        )}
      </Box>
      <Box sx={{ height: 2 }}>{isPending && <LinearProgress aria-label={words.searching} sx={{ height: 2 }} />}</Box>
      <Groups commands={commands} listProps={getListboxProps()} optionProps={getOptionProps} label={words.open} />
      <div role="status">
        {error && (
          <Box sx={line}>
            {words.failed} <Button onClick={() => refetch()}>{text().list.retry}</Button>
          </Box>
        )}
        {isNameless && <Box sx={line}>{words.forWhom}</Box>}
        {!error && !isPending && commands.length === 0 && wanted !== '' && <Box sx={line}>{words.nothing(wanted)}</Box>}
      </div>
    </>
  );
}

/** Finds records, pages and actions, and opens the one that is chosen. */
export function Palette({ begun, onClose }: Props) {
  return (
    <PaletteFrame onClose={onClose}>
      <Finder begun={begun} onClose={onClose} />
    </PaletteFrame>
  );
}
