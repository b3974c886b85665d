import AttachFile from '@mui/icons-material/AttachFile';
import { filesIn } from '../../../contract/kinds/fileField.ts';
import type { StoredFile } from '../../../contract/schema/field/field.ts';
import { dash, sizeText } from '../values/format.ts';
import { noFilter, notPicked, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** The names of files, each with its size. */
const FileNames = ({ files }: { files: readonly StoredFile[] }) =>
  files.length > 0 ? (
    <>
      <AttachFile aria-hidden sx={{ fontSize: '1em', verticalAlign: '-0.1em', color: 'text.secondary' }} />{' '}
      {files.map(({ name, size }) => `${name} (${sizeText(size)})`).join(', ')}
    </>
  ) : (
    dash
  );

/** One or several files. */
export const fileView: KindView = {
  cell: (value) => <FileNames files={filesIn(value)} />,
  whole: () => undefined,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'always', figure: undefined, width: usualWidth },

  input: { as: 'files' },
  itemsInput: 'files',
  picked: notPicked,

  ...noFilter,
};
