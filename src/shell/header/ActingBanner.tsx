import KeyboardReturn from '@mui/icons-material/KeyboardReturn';
import { Box, Button } from '@mui/material';
import { useActing } from '../../authProvider/useActing.ts';
import { displayName, isActing, useSession } from '../../authProvider/useSession.ts';
import { text } from '../../i18n/text.ts';
import { dateTimeText } from '../../resources/values/format.ts';
import { askBeforeDiscarding } from '../../ui/dialog/unsaved.ts';
import { actingColour } from '../theme/palettes.ts';

/** One line, where longer text is cut off; on a phone as many lines as it takes. */
const line = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: { xs: 'normal', sm: 'nowrap' },
  minWidth: 0,
} as const;

/**
 * Shown above every page while a salesman acts: for whom, at which enterprise, since when, and the way back.
 */
export function ActingBanner() {
  const session = useSession();
  const { actBack, isPending } = useActing();
  if (!session || !isActing(session)) return null;
  const words = text().header;
  const { acting, user } = session;
  const name = displayName(user);
  return (
    <Box
      component="section"
      aria-label={words.actingFor(name)}
      sx={{
        bgcolor: actingColour,
        color: '#ffffff',
        minHeight: 36,
        px: { xs: 1.5, md: 3 },
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        fontSize: 13,
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', columnGap: 1, lineHeight: 1.35, py: 0.25 }}>
        <Box component="strong" sx={line}>
          {words.acting(name, user.enterprise?.name)}
        </Box>
        {acting && <Box sx={{ whiteSpace: 'nowrap' }}>{words.since(dateTimeText(acting.since))}</Box>}
      </Box>
      <Button
        color="inherit"
        startIcon={<KeyboardReturn />}
        disabled={isPending}
        onClick={() => askBeforeDiscarding(() => void actBack().catch(() => undefined))}
        sx={{ flexShrink: 0, whiteSpace: 'nowrap' }}
      >
        {words.backToSales}
      </Button>
    </Box>
  );
}
