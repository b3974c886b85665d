import { Box } from '@mui/material';
import { useLogout } from 'react-admin';
import { type Session, writeSession } from '../../authProvider/session.ts';
import { PasswordDialog } from './PasswordDialog.tsx';

/**
 * The only page of a session whose password was set by somebody else, until the user sets a new one or signs out (D7).
 */
export function DuePassword({ session }: { session: Session }) {
  const logout = useLogout();
  return (
    <Box component="main" sx={{ minHeight: '100vh', bgcolor: 'background.default' }}>
      <PasswordDialog
        due
        onChanged={() => writeSession({ ...session, must_change_password: false })}
        onClose={() => logout()}
      />
    </Box>
  );
}
