import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import { Box, Button, IconButton, InputBase, LinearProgress } from '@mui/material';
import useAutocomplete from '@mui/material/useAutocomplete';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { useRecentRecords } from '../../resources/recentRecords.ts';
import { isComposing } from '../../ui/keyboard/isComposing.ts';
import { CommandGroups } from './CommandGroups.tsx';
import { type Command, matchesText } from './command.ts';
import { PaletteFrame, searchBarStyle, useIsNarrow } from './PaletteFrame.tsx';
import type { TypedBeforeLoad } from './PaletteLoading.tsx';
import { useActFor } from './useActFor.tsx';
import { useActionCommands } from './useActionCommands.tsx';
import { usePageCommands } from './usePageCommands.tsx';
import { useRecordCommand, useRecordCommands } from './useRecordCommands.tsx';

const messageStyle = { px: 2, py: 3, color: 'text.secondary', textAlign: 'center' } as const;

/** What the palette offers for a text: without one the last records, the pages and the actions. */
function useCommands(written: string) {
  const acting = useActFor(written);
  const { records, actions, isPending, error, refetch } = useRecordCommands(acting ? '' : written);
  const { recent } = useRecentRecords();
  const opening = useRecordCommand();
  const known = [...usePageCommands(), ...useActionCommands()];
  const wanted = written.trim();
  const found = acting?.found ?? [...actions, ...records];
  const offered =
    wanted === ''
      ? [...recent.map((record) => opening(record, text().palette.recent)), ...known]
      : [...known.filter((one) => matchesText(one, wanted)), ...found];
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
function useRunOnEarlyEnter(
  isSent: boolean,
  isPending: boolean,
  first: Command | undefined,
  run: (command: Command) => void,
) {
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
  begun: TypedBeforeLoad;
  onClose: () => void;
}

/** What stands in the palette: a combobox with its listbox (ARIA 1.2). */
function PaletteSearch({ begun, onClose }: Props) {
  const narrow = useIsNarrow();
  const [written, setWritten] = useState(begun.written);
  const { commands, wanted, isNameless, isPending, error, refetch } = useCommands(written);
  const { add } = useRecentRecords();
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
  const onKeyDownCapture = useRunOnEarlyEnter(begun.isSent, isPending, commands[0], run);
  return (
    <>
      <Box {...getRootProps()} onKeyDownCapture={onKeyDownCapture} sx={searchBarStyle}>
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
      <CommandGroups
        commands={commands}
        listProps={getListboxProps()}
        optionProps={getOptionProps}
        label={words.open}
      />
      <div role="status">
        {error && (
          <Box sx={messageStyle}>
            {words.failed} <Button onClick={() => refetch()}>{text().list.retry}</Button>
          </Box>
        )}
        {isNameless && <Box sx={messageStyle}>{words.forWhom}</Box>}
        {!error && !isPending && commands.length === 0 && wanted !== '' && (
          <Box sx={messageStyle}>{words.nothing(wanted)}</Box>
        )}
      </div>
    </>
  );
}

/** Finds records, pages and actions, and opens the one that is chosen. */
export function Palette({ begun, onClose }: Props) {
  return (
    <PaletteFrame onClose={onClose}>
      <PaletteSearch begun={begun} onClose={onClose} />
    </PaletteFrame>
  );
}
