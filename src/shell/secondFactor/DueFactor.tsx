import { Box } from '@mui/material';
import { useLogout } from 'react-admin';
import { type Session, writeSession } from '../../authProvider/session.ts';
import EnrolDialog from './EnrolDialog.tsx';

/** The only page of a session whose user has to set up a second factor first, until they do or sign out. */
export function DueFactor({ session }: { session: Session }) {
  const logout = useLogout();
  const { must_enrol_second_factor: _, ...enrolled } = session;
  return (
    <Box component="main" sx={{ minHeight: '100vh', bgcolor: 'background.default' }}>
      <EnrolDialog due onDone={() => writeSession(enrolled)} onClose={() => logout()} />
    </Box>
  );
}
