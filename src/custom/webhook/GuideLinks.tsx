import { Link, Typography } from '@mui/material';
import { language } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';

/** The libraries that verify deliveries, by the standard that these follow. */
const librariesAddress = 'https://www.standardwebhooks.com/#resources';

/** Where a developer reads on: libraries that verify a delivery, and the API reference with all events. */
export function GuideLinks() {
  const words = text().webhook;
  const links = [
    { label: words.libraries, to: librariesAddress },
    { label: words.reference, to: `/docs/api?lang=${language()}` },
  ];
  return (
    <Typography variant="body2" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.5 }}>
      {links.map(({ label, to }) => (
        <Link key={to} href={to} target="_blank" rel="noopener noreferrer">
          {label}
        </Link>
      ))}
    </Typography>
  );
}
