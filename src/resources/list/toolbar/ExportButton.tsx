import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button, Tooltip } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { listQueryParameters } from '../../../dataProvider/http/queryString.ts';
import { useConsoleDataProvider } from '../../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../../dataProvider/useNotice.ts';
import { text } from '../../../i18n/text.ts';
import { useContract } from '../../ContractContext.ts';

const kilobytesText = (bytes: number): string => `${(bytes / 1024).toFixed(0)} kB`;

/**
 * Downloads the filtered list, or the selected records, as a CSV file or a workbook that the server streams, and shows
 * the received size (B38).
 */
export function ExportButton({ ids }: { ids?: readonly number[] }) {
  const { resource, filterValues, filter, sort } = useListContext();
  const { path } = useContract().entity(resource);
  const data = useConsoleDataProvider();
  const notice = useNotice();
  const [size, setSize] = useState(0);
  const { mutate, isPending } = useMutation({
    mutationFn: (format?: 'xlsx') => {
      setSize(0);
      const order = `${sort.order === 'DESC' ? '-' : ''}${sort.field}`;
      const query = { ...listQueryParameters(ids ? { id: ids } : { ...filterValues, ...filter }), sort: order, format };
      return data.download(`/v1/${path}/export`, query, setSize);
    },
    onSuccess: () => notice.success(text().done.operation),
  });
  return (
    <>
      <Button startIcon={<FileDownloadOutlined />} onClick={() => mutate(undefined)} disabled={isPending}>
        {isPending
          ? text().views.exporting(kilobytesText(size))
          : ids
            ? text().views.exportSelected
            : text().views.export}
      </Button>
      <Tooltip title={text().views.workbookHint} describeChild>
        <span>
          <Button onClick={() => mutate('xlsx')} disabled={isPending} sx={{ minWidth: 0 }}>
            {text().views.workbook}
          </Button>
        </span>
      </Tooltip>
    </>
  );
}
