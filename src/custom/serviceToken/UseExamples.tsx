import { Box, Button, Typography } from '@mui/material';
import { useCopyToClipboard } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { codeBlock } from '../programs/codeBlock.ts';

/** A request in curl, with the address of this server. */
const curl = (token: string): string => {
  const header = token ? `'Authorization: Bearer ${token}'` : '"Authorization: Bearer $TOKEN"';
  return `curl -H ${header} \\\n  ${window.location.origin}/v1/order/list`;
};

/** The same request in TypeScript. The token is never part of a program, so it is read from the environment. */
const typeScript = (): string => `const response = await fetch('${window.location.origin}/v1/order/list', {
  headers: { Authorization: \`Bearer \${process.env.TOKEN}\` },
});
if (!response.ok) throw new Error(await response.text());
const { items } = await response.json();
console.log(items);`;

function Example({ name, code }: { name: string; code: string }) {
  const copy = useCopyToClipboard();
  const label = text().actions.copy;
  return (
    <Box component="section" sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5 }}>
        <Typography component="h4" variant="body2" color="text.secondary" sx={{ flex: 1 }} translate="no">
          {name}
        </Typography>
        <Button size="small" onClick={() => copy(code)} aria-label={`${label} ${name}`}>
          {label}
        </Button>
      </Box>
      <Box component="code" translate="no" aria-label={name} role="group" sx={codeBlock}>
        {code}
      </Box>
    </Box>
  );
}

/**
 * How a program uses a token: in curl and in TypeScript (issue 34).
 * @param token filled in where it is known; absent: a variable of the environment
 */
export const UseExamples = ({ token = '' }: { token?: string }) => (
  <>
    <Example name="curl" code={curl(token)} />
    <Example name="TypeScript" code={typeScript()} />
  </>
);
