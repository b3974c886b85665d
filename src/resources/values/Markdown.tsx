import { Box, Link } from '@mui/material';
import type { ComponentProps } from 'react';
import ReactMarkdown from 'react-markdown';

/** A heading inside a value is below those of the page, whatever its level. */
const Heading = ({ children }: ComponentProps<'h1'>) => (
  <Box component="p" sx={{ fontWeight: 600, fontSize: '1.05em' }}>
    {children}
  </Box>
);

const headings = { h1: Heading, h2: Heading, h3: Heading, h4: Heading, h5: Heading, h6: Heading };

/** Links open in a new tab without a referrer; react-markdown allows only web and mail addresses. */
const ExternalLink = ({ href, children }: ComponentProps<'a'>) =>
  href ? (
    <Link href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </Link>
  ) : (
    children
  );

/** Code whose long lines scroll, also by the keyboard. */
const Code = ({ children }: ComponentProps<'pre'>) => (
  <Box component="pre" tabIndex={0}>
    {children}
  </Box>
);

/** Renders Markdown. HTML remains text, and no picture is fetched: its alternative text is shown. */
export default function Markdown({ text }: { text: string }) {
  return (
    <Box
      sx={{
        overflowWrap: 'anywhere',
        '& > :first-of-type': { mt: 0 },
        '& > :last-child': { mb: 0 },
        '& p, & ul, & ol, & pre, & blockquote': { my: 1 },
        '& ul, & ol': { pl: 3 },
        // A list with blank lines between its items has paragraphs in them; it looks like one without.
        '& li > p, & li > ul, & li > ol': { my: 0 },
        '& blockquote': { borderLeft: 3, borderColor: 'divider', mx: 0, pl: 1.5, color: 'text.secondary' },
        '& code': { fontFamily: 'monospace', bgcolor: 'action.hover', px: 0.5, borderRadius: 0.5 },
        '& pre': { overflowX: 'auto', bgcolor: 'action.hover', p: 1, borderRadius: 1 },
        '& pre code': { bgcolor: 'transparent', p: 0 },
      }}
    >
      <ReactMarkdown components={{ ...headings, a: ExternalLink, pre: Code, img: ({ alt }) => <>{alt}</> }}>
        {text}
      </ReactMarkdown>
    </Box>
  );
}
