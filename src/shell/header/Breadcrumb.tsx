import { Breadcrumbs, Link as MuiLink, Typography } from '@mui/material';
import { Link, useLocation } from 'react-router';
import { parseAddress } from '../../../contract/screens/address.ts';
import { menuGroups } from '../../../contract/screens/menu.ts';
import { text, translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';

/** One line. Where there is little room, what is between the first and the last part is cut off, and the last one only then. */
const oneLine = {
  fontSize: 14,
  flex: '0 1 auto',
  minWidth: 0,
  '& ol': { flexWrap: 'nowrap' },
  '& .MuiBreadcrumbs-separator': { flexShrink: 0 },
  '& .MuiBreadcrumbs-li': { flexShrink: 1e6, minWidth: 0 },
  '& .MuiBreadcrumbs-li:first-of-type': { flexShrink: 0 },
  '& .MuiBreadcrumbs-li:last-of-type': { flexShrink: 1 },
  '& .MuiBreadcrumbs-li > *': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
} as const;

/** The current location, from the declared routes (R-HEAD-01). */
export function Breadcrumb() {
  const { pathname } = useLocation();
  const { screen, id } = parseAddress(useContract(), pathname) ?? {};
  const group = menuGroups.find((one) => one.name === screen?.menu?.group);
  return (
    <Breadcrumbs aria-label={text().header.home} sx={oneLine}>
      <MuiLink component={Link} to="/dashboard" underline="hover" color="text.secondary">
        {text().header.home}
      </MuiLink>
      {group && translate(group.label) !== (screen && translate(screen.label)) && (
        <Typography component="span" sx={{ color: 'text.secondary', fontSize: 14 }}>
          {translate(group.label)}
        </Typography>
      )}
      {screen && id !== undefined && (
        <MuiLink component={Link} to={screen.path} underline="hover" color="text.secondary">
          {translate(screen.label)}
        </MuiLink>
      )}
      {screen && id === undefined && pathname !== '/dashboard' && (
        <Typography component="span" sx={{ fontSize: 14 }} aria-current="page">
          {translate(screen.label)}
        </Typography>
      )}
    </Breadcrumbs>
  );
}
