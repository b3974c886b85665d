import { Typography } from '@mui/material';
import { text } from '../../i18n/text.ts';
import type { CreatedProps } from '../../resources/overrides.ts';
import { ShownOnce } from '../programs/ShownOnce.tsx';
import { UseExamples } from './UseExamples.tsx';

/** A new token, which is shown only now, with how to use it (issue 34). */
export default function NewToken({ record, onClose }: CreatedProps) {
  const words = text().serviceToken;
  const token = String(record.token ?? '');
  return (
    <ShownOnce name={String(record.name)} value={token} warning={words.once} testId="token" onClose={onClose}>
      <Typography component="h3" variant="h3" sx={{ mt: 3, mb: 0.5 }}>
        {words.example}
      </Typography>
      <UseExamples token={token} />
    </ShownOnce>
  );
}
