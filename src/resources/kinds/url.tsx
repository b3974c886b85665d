import { Link } from '@mui/material';
import { noRange, notPicked, plainCell, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** A web address that opens in a new tab, without access to this one. Only http and https addresses become links. */
const WebLink = ({ address }: { address: string }) =>
  /^https?:\/\//.test(address) ? (
    <Link href={address} target="_blank" rel="noopener noreferrer" onClick={(event) => event.stopPropagation()}>
      {address.replace(/^https?:\/\/(www\.)?|\/$/g, '')}
    </Link>
  ) : (
    address
  );

export const urlView: KindView = {
  cell: (value) => (value ? <WebLink address={String(value)} /> : plainCell(value)),
  whole: () => undefined,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'always', figure: undefined, width: usualWidth },

  input: { as: 'text', type: 'url' },
  itemsInput: 'values',
  picked: notPicked,

  filter: 'typed',
  ...noRange,
};
