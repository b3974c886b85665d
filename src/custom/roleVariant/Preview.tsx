import { Box, Typography } from '@mui/material';
import { makeNarrowed } from '../../../contract/narrowing/narrowContract.ts';
import { demandAllDeclarations } from '../../../contract/outlines/outlinedContract.ts';
import { roleOf } from '../../../contract/roles/index.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text, translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { withheldIn } from './rightKinds.ts';
import { type SeenPart, type SeenScreen, screensSeenBy } from './seenBy.ts';

const labelOf = ({ label }: SeenPart): string => (typeof label === 'string' ? label : translate(label));

const lost = { textDecoration: 'line-through', color: 'text.secondary' };

/** A name, crossed out where the variant withholds it, and a screen reader says so. */
function Part({ part, isLost }: { part: SeenPart; isLost: boolean }) {
  if (!isLost) return <>{labelOf(part)}</>;
  return (
    <>
      <Box component="s" sx={lost}>
        {labelOf(part)}
      </Box>{' '}
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.85em' }}>
        {text().roleVariant.lost}
      </Box>
    </>
  );
}

/** The parts of a screen on one line, in the order in which the whole role has them. */
function Parts({ title, whole, left }: { title: string; whole: readonly SeenPart[]; left: readonly SeenPart[] }) {
  const names = new Set(left.map(({ name }) => name));
  if (whole.length === 0) return null;
  return (
    <>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {title}
      </Typography>
      <Box component="dd" sx={{ m: 0, mb: 0.5, display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
        {whole.map((part) => (
          <Typography key={part.name} component="span" variant="body2">
            <Part part={part} isLost={!names.has(part.name)} />
          </Typography>
        ))}
      </Box>
    </>
  );
}

function Screen({ whole, left }: { whole: SeenScreen; left: SeenScreen | undefined }) {
  const words = text().roleVariant;
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
      <Typography component="h3" variant="subtitle2">
        <Part part={whole} isLost={!left} />
      </Typography>
      {left && (
        <Box component="dl" sx={{ m: 0 }}>
          <Parts title={words.columns} whole={whole.columns} left={left.columns} />
          <Parts title={words.buttons} whole={whole.buttons} left={left.buttons} />
        </Box>
      )}
    </Box>
  );
}

/**
 * What a person with the variant sees: menu, columns and buttons, computed by the functions that the console itself
 * uses, beside what the whole role has.
 */
export default function Preview({ record }: { record: RecordData }) {
  const contract = useContract();
  demandAllDeclarations(contract);
  const role = roleOf(Number(record['role_id']));
  if (!role) return null;
  const withheld = withheldIn(record['withheld']);
  const left = screensSeenBy(makeNarrowed(contract, { role, withheld }), role);
  const words = text().roleVariant;
  return (
    <>
      <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
        {words.previewHint}
      </Typography>
      {withheld.size === 0 && <Typography sx={{ mb: 1 }}>{words.nothing}</Typography>}
      <Box component="ul" aria-label={words.menu} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {screensSeenBy(contract, role).map((screen) => (
          <Screen key={screen.name} whole={screen} left={left.find(({ name }) => name === screen.name)} />
        ))}
      </Box>
    </>
  );
}
