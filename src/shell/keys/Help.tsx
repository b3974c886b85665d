import { Box, Typography } from '@mui/material';
import { text } from '../../i18n/text.ts';
import { AppDialog, DialogBody } from '../../ui/dialog/AppDialog.tsx';
import { Key } from './Key.tsx';
import { activeShortcuts, type Shortcut } from './shortcuts.ts';

const groups = ['anywhere', 'list', 'record', 'go'] as const satisfies readonly Shortcut['group'][];

/** The list of shortcuts, in the user's language. */
export function Help({ onClose }: { onClose: () => void }) {
  const words = text().keys;
  const all = activeShortcuts();
  return (
    <AppDialog title={words.title} width={720} onClose={onClose}>
      <DialogBody reading={words.title}>
        <Box sx={{ columns: { sm: 2 }, columnGap: 5 }}>
          {groups
            .filter((group) => all.some((one) => one.group === group))
            .map((group) => (
              <Box key={group} component="section" sx={{ breakInside: 'avoid', pb: 1.5 }}>
                <Typography component="h3" variant="h3" sx={{ mb: 0.5, color: 'text.secondary' }}>
                  {words.groups[group]}
                </Typography>
                <Box component="dl" sx={{ m: 0 }}>
                  {all
                    .filter((one) => one.group === group)
                    .map(({ keys, label }) => (
                      <Box key={keys} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.5 }}>
                        <Box component="dt">{label}</Box>
                        <Box component="dd" sx={{ m: 0, flexShrink: 0 }}>
                          <Key keys={keys} />
                        </Box>
                      </Box>
                    ))}
                </Box>
              </Box>
            ))}
        </Box>
      </DialogBody>
    </AppDialog>
  );
}
