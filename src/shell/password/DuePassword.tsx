import { Box } from '@mui/material';
import { useLogout } from 'react-admin';
import { type Session, writeSession } from '../../authProvider/session.ts';
import { PasswordDialog } from './PasswordDialog.tsx';

/** All that a session shows whose password somebody else set, until another one is chosen or the session ends (D7). */
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
