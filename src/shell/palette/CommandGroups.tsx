import { Box, Typography } from '@mui/material';
import type { HTMLAttributes, ReactNode } from 'react';
import type { IconName } from '../../../contract/schema/icon.ts';
import { Key } from '../keys/Key.tsx';
import { MenuIcon } from '../menu/icons.tsx';
import type { Command } from './command.ts';

type OptionProps = (given: { option: Command; index: number }) => HTMLAttributes<HTMLElement> & { key?: React.Key };

const optionStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  minHeight: { xs: 44, sm: 40 },
  px: 1.25,
  mx: 1,
  borderRadius: 1.5,
  cursor: 'pointer',
  scrollMarginBlock: 32,
  '&.Mui-focused': { bgcolor: 'action.selected' },
  '@media (pointer: coarse)': { minHeight: 44 },
} as const;

const iconOf = (icon: Command['icon']): ReactNode =>
  typeof icon === 'string' ? <MenuIcon name={icon as IconName} /> : icon;

function Option({ command, props }: { command: Command; props: HTMLAttributes<HTMLElement> }) {
  return (
    <Box {...props} component="div" sx={optionStyle}>
      <Box component="span" aria-hidden sx={{ display: 'flex', color: 'text.secondary' }}>
        {iconOf(command.icon)}
      </Box>
      <Typography
        component="span"
        noWrap
        sx={{
          flexShrink: command.detail ? 1 : 0,
          minWidth: '30%',
          maxWidth: '100%',
          fontSize: 14,
          flexGrow: command.detail ? 0 : 1,
        }}
      >
        {command.title}
      </Typography>
      {command.detail && (
        <Typography component="span" variant="body2" noWrap sx={{ flex: 1, minWidth: 0, color: 'text.secondary' }}>
          {command.detail}
        </Typography>
      )}
      {command.keys && (
        <Box component="span" aria-hidden sx={{ display: { xs: 'none', sm: 'inline' } }}>
          <Key keys={command.keys} />
        </Box>
      )}
    </Box>
  );
}

interface Props {
  commands: readonly Command[];
  listProps: HTMLAttributes<HTMLElement>;
  optionProps: OptionProps;
  label: string;
}

/** The commands of the palette, grouped under headings. */
export function CommandGroups({ commands, listProps, optionProps, label }: Props) {
  const names = [...new Set(commands.map(({ group }) => group))];
  return (
    <Box
      {...listProps}
      component="div"
      aria-label={label}
      aria-labelledby={undefined}
      sx={{ overflowY: 'auto', py: 1, '&:empty': { p: 0 } }}
    >
      {names.map((name, at) => (
        <Box key={name} role="group" aria-labelledby={`palette-group-${at}`}>
          <Typography
            id={`palette-group-${at}`}
            component="div"
            variant="body2"
            sx={{ px: 2.25, pt: 1, pb: 0.5, color: 'text.secondary', fontSize: 12, fontWeight: 600 }}
          >
            {name}
          </Typography>
          {commands.map((command, index) => {
            if (command.group !== name) return null;
            const { key: _, ...props } = optionProps({ option: command, index });
            return <Option key={command.id} command={command} props={props} />;
          })}
        </Box>
      ))}
    </Box>
  );
}
