import {
  Alert,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormLabel,
  Link,
  Paper,
  Radio,
  RadioGroup,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mailPaces } from '../../../contract/choices/profile.ts';
import type { EndpointAnswer, EndpointBody } from '../../../contract/endpoints/index.ts';
import { useEndpointMutation, useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { translate } from '../../i18n/text.ts';
import { touchLinkStyle } from '../../ui/breakpoints.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { noticeTexts } from './noticeTexts.ts';

type NoticesAnswer = EndpointAnswer<'profile_notices'>;
type Pace = NoticesAnswer['pace'];

interface Kind {
  readonly name: string;
  readonly text: string;
  readonly bell: boolean;
  readonly mail: boolean;
}

interface Group {
  readonly name: string;
  readonly kinds: readonly Kind[];
}

/** What a person has changed and what is on its way to the server. */
interface Wishes {
  readonly pace?: Pace;
  readonly kinds: Readonly<Record<string, Pick<Kind, 'bell' | 'mail'>>>;
}

const queryKey = ['profile_notices', undefined, undefined] as const;

/** Saves each change at once. A change that fails is undone, and the usual message says why. */
function useWishes(data: NoticesAnswer | undefined) {
  const [wishes, setWishes] = useState<Wishes>({ kinds: {} });
  const { mutateAsync } = useEndpointMutation('profile_notices_save');
  const client = useQueryClient();
  const send = async (body: EndpointBody<'profile_notices_save'>) => {
    try {
      client.setQueryData(queryKey, await mutateAsync({ body }));
    } catch {
      // The console has shown the reason.
    }
  };
  const pace = wishes.pace ?? data?.pace ?? 'at_once';
  const choosePace = async (next: Pace) => {
    setWishes((before) => ({ ...before, pace: next }));
    await send({ pace: next, kinds: [] });
    setWishes(({ kinds }) => ({ kinds }));
  };
  const choose = async ({ name, bell, mail }: Kind) => {
    const wish = { bell, mail };
    setWishes((before) => ({ ...before, kinds: { ...before.kinds, [name]: wish } }));
    await send({ pace, kinds: [{ name, ...wish }] });
    setWishes((before) => {
      // A later choice of the same kind is still on its way.
      if (before.kinds[name] !== wish) return before;
      const { [name]: _, ...kinds } = before.kinds;
      return { ...before, kinds };
    });
  };
  return { pace, choosePace, choose, wishFor: (kind: Kind): Kind => ({ ...kind, ...wishes.kinds[kind.name] }) };
}

/** A column with one checkbox in each row, no wider than its heading. */
const boxStyle = { width: 72, px: 0.5, textAlign: 'center', whiteSpace: 'nowrap' } as const;

/** On a desktop the rows are as close as those of a list. */
const checkboxStyle = { p: { sm: 0.5 } } as const;

interface RowProps {
  kind: Kind;
  onChange: (kind: Kind) => void;
}

function KindRow({ kind, onChange }: RowProps) {
  const words = noticeTexts();
  const { text, bell, mail } = kind;
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ fontWeight: 400, overflowWrap: 'anywhere' }}>
        {text}
      </TableCell>
      <TableCell sx={boxStyle}>
        <Checkbox
          sx={checkboxStyle}
          checked={bell}
          onChange={(_event, next) => onChange({ ...kind, bell: next })}
          slotProps={{ input: { 'aria-label': words.bellFor(text) } }}
        />
      </TableCell>
      <TableCell sx={boxStyle}>
        <Checkbox
          sx={checkboxStyle}
          checked={mail}
          onChange={(_event, next) => onChange({ ...kind, mail: next })}
          slotProps={{ input: { 'aria-label': words.mailFor(text) } }}
        />
      </TableCell>
    </TableRow>
  );
}

const tableStyle = {
  '& th, & td': { pl: { xs: 1.5, sm: 2 } },
  '& tbody:last-of-type tr:last-of-type > *': { borderBottom: 0 },
} as const;

/** How the mails are sent: at once or once a day, and to which address. */
function Pace({ pace, mail, onChoose }: { pace: Pace; mail: string | null; onChoose: (pace: Pace) => void }) {
  const words = noticeTexts();
  return (
    <FormControl>
      <FormLabel id="mail-pace">{words.pace}</FormLabel>
      <RadioGroup
        row
        aria-labelledby="mail-pace"
        value={pace}
        onChange={(_event, next) => onChoose(next as Pace)}
        sx={{ columnGap: 2 }}
      >
        {mailPaces.map(({ id, label }) => (
          <FormControlLabel key={id} value={id} control={<Radio />} label={translate(label)} />
        ))}
      </RadioGroup>
      {mail && (
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {words.goTo(mail)}
        </Typography>
      )}
    </FormControl>
  );
}

function AlwaysSent() {
  const words = noticeTexts();
  return (
    <Paper variant="outlined" sx={{ p: 3 }}>
      <Typography component="h2" variant="h2">
        {words.always}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {words.alwaysWhy}
      </Typography>
      <Typography component="ul" variant="body2" sx={{ mt: 1, mb: 0, pl: 2.5 }}>
        {words.alwaysItems.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </Typography>
    </Paper>
  );
}

/** Which notices a person gets, and how (issue 35, section 6). */
export default function Notices({ onProfile }: { onProfile: () => void }) {
  const words = noticeTexts();
  const { data, error, isPending, refetch } = useEndpointQuery('profile_notices');
  const { pace, choosePace, choose, wishFor } = useWishes(data);
  if (error && !data) return <LoadFailed onRetry={() => refetch()} />;
  if (isPending) return <Skeleton variant="rounded" height={320} sx={{ maxWidth: 800 }} />;
  const groups = data.groups as unknown as readonly Group[];
  return (
    <Typography component="div" sx={{ display: 'grid', gap: 2, maxWidth: 800 }}>
      <Paper variant="outlined" sx={{ p: 3 }}>
        <Typography component="h2" variant="h2">
          {words.notices}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
          {groups.length > 0 ? words.why : words.none}
        </Typography>
        {!data.mail && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {words.noMail}{' '}
            <Link component="button" type="button" onClick={onProfile} sx={touchLinkStyle}>
              {words.edit}
            </Link>
          </Alert>
        )}
        <Pace pace={pace} mail={data.mail ?? null} onChoose={(next) => void choosePace(next)} />
      </Paper>
      {groups.length > 0 && (
        <Paper variant="outlined">
          <Table size="small" sx={tableStyle}>
            <TableHead>
              <TableRow>
                <TableCell>{words.kind}</TableCell>
                <TableCell sx={boxStyle}>{words.bell}</TableCell>
                <TableCell sx={boxStyle}>{words.byMail}</TableCell>
              </TableRow>
            </TableHead>
            {groups.map(({ name, kinds }) => (
              <TableBody key={name}>
                <TableRow>
                  <TableCell component="th" scope="rowgroup" colSpan={3} sx={{ fontWeight: 600, pt: 2 }}>
                    {name}
                  </TableCell>
                </TableRow>
                {kinds.map((kind) => (
                  <KindRow key={kind.name} kind={wishFor(kind)} onChange={(next) => void choose(next)} />
                ))}
              </TableBody>
            ))}
          </Table>
        </Paper>
      )}
      <AlwaysSent />
    </Typography>
  );
}
