import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import { Box, Button, IconButton, InputBase, LinearProgress } from '@mui/material';
import useAutocomplete from '@mui/material/useAutocomplete';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { demandDeclarations } from '../../../contract/outlines/outlinedContract.ts';
import { hasRight } from '../../../contract/schema/access.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
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

/** The commands for the text in the palette; for an empty text the recent records, the pages and the actions. */
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
  // Commands of a group are together, at the place of the group's first command.
  const groups = [...new Set(offered.map(({ group }) => group))];
  return {
    commands: groups.flatMap((group) => offered.filter((one) => one.group === group)),
    /** The text that was searched for. */
    wanted: acting?.name ?? wanted,
    /** True if the text asks to act for a user but does not name one yet. */
    isNameless: acting?.name === '',
    isPending,
    error,
    refetch,
    ...(acting && { isPending: acting.isPending, error: acting.error, refetch: acting.refetch }),
  };
}

/**
 * Runs the first result if Enter was pressed before the results, or before the palette's script, had come.
 * @returns the handler of key presses
 */
function useRunOnEarlyEnter(
  isSent: boolean,
  isPending: boolean,
  first: Command | undefined,
  run: (command: Command) => void,
) {
  const [isEnterPending, setEnterPending] = useState(isSent);
  useEffect(() => {
    if (!isEnterPending || isPending) return;
    setEnterPending(false);
    if (first) run(first);
  }, [isEnterPending, isPending]);
  return ({ key, nativeEvent }: KeyboardEvent) => {
    if (isComposing(nativeEvent)) return;
    setEnterPending(key === 'Enter' && isPending && first === undefined);
  };
}

interface Props {
  begun: TypedBeforeLoad;
  onClose: () => void;
}

/** The content of the palette: a combobox with its listbox (ARIA 1.2). */
function PaletteSearch({ begun, onClose }: Props) {
  const isNarrow = useIsNarrow();
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
        {isNarrow && (
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

/**
 * Loads the declarations of what the role may create. They have to be known before the dialog is drawn: a wait within it
 * would hide the input while somebody types.
 */
function useCreatableDeclarations(): void {
  const contract = useContract();
  const role = useRole();
  const creatable = contract.entities.filter(({ access }) => hasRight(access, 'create', role));
  demandDeclarations(
    contract,
    creatable.map(({ name }) => name),
  );
}

/** Finds records, pages and actions, and opens the chosen one. */
export function Palette({ begun, onClose }: Props) {
  useCreatableDeclarations();
  return (
    <PaletteFrame onClose={onClose}>
      <PaletteSearch begun={begun} onClose={onClose} />
    </PaletteFrame>
  );
}
