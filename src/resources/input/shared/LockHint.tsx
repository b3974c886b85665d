import LockOutlined from '@mui/icons-material/LockOutlined';
import { Box } from '@mui/material';
import { translateMessage } from '../../../../contract/messages/catalogue.ts';
import { lockedMessage } from '../../../../contract/schema/field/environment.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { language } from '../../../i18n/language.ts';

/** Says below an input that nobody can change it, because an environment variable sets it. */
export const LockHint = ({ field }: { field: Field }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, overflowWrap: 'anywhere' }}>
    <LockOutlined aria-hidden sx={{ fontSize: 14 }} />
    {translateMessage(lockedMessage(field), language())}
  </Box>
);
