import DownloadIcon from '@mui/icons-material/Download';
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import OpenIcon from '@mui/icons-material/OpenInNew';
import { Box, IconButton, Tooltip, Typography } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { filesIn, megabyte } from '../../../../contract/kinds/fileField.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { fieldOf, readPathOf } from '../../../../contract/schema/entity.ts';
import type { Field, StoredFile } from '../../../../contract/schema/field/field.ts';
import { isImage } from '../../../../contract/schema/field/fileType.ts';
import { downloadPath } from '../../../../contract/values/files.ts';
import { fetchBlob } from '../../../dataProvider/files/downloadFile.ts';
import { saveFile } from '../../../dataProvider/files/saveFile.ts';
import { failureText } from '../../../dataProvider/http/failure.ts';
import { useNotice } from '../../../dataProvider/useNotice.ts';
import { text } from '../../../i18n/text.ts';
import { sizeText } from '../format.ts';
import type { StoredFilesProps } from './fileTypes.ts';

/** Larger pictures have no preview, since loading them would cost too much. */
const maxPreviewBytes = 5 * megabyte;

/** True for types that browsers show by themselves, in a tab without access to this page. */
const opensInBrowser = ({ type }: StoredFile): boolean => isImage(type) || type === 'application/pdf';

/** The content with the type from the record; the answer itself has a generic type. */
const fetchContent = async (path: string, { type }: StoredFile): Promise<Blob> =>
  new Blob([await fetchBlob(path)], { type });

/** A preview of a picture. Its memory is freed when it is no longer shown. */
function ImagePreview({ path, file }: { path: string; file: StoredFile }) {
  const [address, setAddress] = useState<string | undefined>();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let made: string | undefined;
    let gone = false;
    const show = (content: Blob) => {
      if (gone) return;
      made = URL.createObjectURL(content);
      setAddress(made);
    };
    fetchContent(path, file).then(show, () => setLost(true));
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [path, file.id]);
  if (isLost)
    return (
      <Tooltip title={text().files.noPreview}>
        <FileIcon color="action" aria-label={text().files.noPreview} />
      </Tooltip>
    );
  const frame = { width: 72, height: 54, borderRadius: 1, border: 1, borderColor: 'divider', bgcolor: 'action.hover' };
  if (!address) return <Box sx={frame} />;
  return <Box component="img" src={address} alt="" sx={{ ...frame, objectFit: 'cover' }} />;
}

const FileButton = ({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) => (
  <Tooltip title={label}>
    <IconButton aria-label={label} onClick={onClick}>
      {icon}
    </IconButton>
  </Tooltip>
);

/** Opens the content in a new tab, or saves it if the browser blocks the tab. */
function openTab(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  if (!window.open(address, '_blank')) saveFile(name, content);
  // By then, the tab has loaded the content.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function FileItem({ path, file }: { path: string; file: StoredFile }) {
  const notice = useNotice();
  const words = text().files;
  const take = (use: (name: string, content: Blob) => void) =>
    void fetchContent(path, file).then(
      (content) => use(file.name, content),
      (failure: unknown) => notice.error(failureText(failure)),
    );
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 0.5, minWidth: 0 }}>
      {isImage(file.type) && file.size <= maxPreviewBytes ? (
        <ImagePreview path={path} file={file} />
      ) : (
        <FileIcon color="action" aria-hidden />
      )}
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {file.name}
        </Typography>
        <Typography variant="caption" color="text.secondary">
          {sizeText(file.size)}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexShrink: 0 }}>
        {opensInBrowser(file) && (
          <FileButton
            label={words.open(file.name)}
            icon={<OpenIcon fontSize="small" />}
            onClick={() => take(openTab)}
          />
        )}
        <FileButton
          label={words.download(file.name)}
          icon={<DownloadIcon fontSize="small" />}
          onClick={() => take(saveFile)}
        />
      </Box>
    </Box>
  );
}

/**
 * The files of a record in one field, with previews of pictures. They are fetched with the session's key, so a link
 * would not work (A5).
 */
export function FileList({ entity, name, record }: StoredFilesProps) {
  const files = filesIn(valueAt(record, readPathOf(name, fieldOf(entity, name) as Field)));
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {files.map((file) => (
        <FileItem key={file.id} file={file} path={downloadPath(entity, name, record.id, file.id)} />
      ))}
    </Box>
  );
}
