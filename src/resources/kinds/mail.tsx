import { noRange, notPicked, plainCell, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** A mail address that breaks after its @ rather than within a word. */
const MailAddress = ({ address }: { address: string }) => {
  const host = address.lastIndexOf('@') + 1;
  return (
    <>
      {address.slice(0, host)}
      <wbr />
      {address.slice(host)}
    </>
  );
};

export const mailView: KindView = {
  cell: (value) => (value ? <MailAddress address={String(value)} /> : plainCell(value)),
  whole: () => undefined,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'always', figure: undefined, width: usualWidth },

  input: { as: 'text', type: 'email' },
  itemsInput: 'values',
  picked: notPicked,

  filter: 'typed',
  ...noRange,
};
