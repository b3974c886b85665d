import { Box, Button, Paper, Typography } from '@mui/material';
import { Link } from 'react-router';
import { text } from '../../i18n/text.ts';
import { isSetUp, useSetup } from './useSetup.ts';

/** On the dashboard of an empty console: how far it is set up, and the way to the steps. */
export default function SetupCard() {
  const { steps } = useSetup(true);
  const words = text().setup;
  if (!steps || isSetUp(steps)) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={words.title}
      sx={{ p: 2, mb: 2, display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}
    >
      <Box sx={{ flex: '1 1 240px' }}>
        <Typography sx={{ fontWeight: 600 }}>{words.welcome}</Typography>
        <Typography color="text.secondary">{words.progress(done, steps.length)}</Typography>
      </Box>
      <Button variant="contained" component={Link} to="/setup">
        {done === 0 ? words.start : words.goOn}
      </Button>
    </Paper>
  );
}
