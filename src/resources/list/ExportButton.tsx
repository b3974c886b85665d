import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useListFilterContext, useListSortContext } from 'react-admin';
import type { Entity } from '../../contract/entity.ts';
import { download } from '../dataProvider/api.ts';
import { parametersOf } from '../dataProvider/dataProvider.ts';
import { toast } from '../dataProvider/notices.ts';
import { text } from '../i18n/text.ts';

const sizeText = (bytes: number): string => `${(bytes / 1024).toFixed(0)} kB`;

/** The whole filtered list as a CSV file, streamed by the server, with what has come so far (B38). */
export function ExportButton({
  entity,
  only = {},
}: {
  entity: Entity;
  only?: Readonly<Record<string, unknown>> | undefined;
}) {
  const { filterValues } = useListFilterContext();
  const { sort } = useListSortContext();
  const [size, setSize] = useState<number>();
  const run = async () => {
    setSize(0);
    try {
      const order = `${sort.order === 'DESC' ? '-' : ''}${sort.field}`;
      const query = { ...parametersOf({ ...filterValues, ...only }), sort: order };
      await download(`/v1/${entity.path}/export`, query, setSize);
      toast(text().done.operation, 'success');
    } catch {
      // What went wrong has been told.
    } finally {
      setSize(undefined);
    }
  };
  return (
    <Button startIcon={<FileDownloadOutlined />} onClick={run} disabled={size !== undefined}>
      {size === undefined ? text().views.export : text().views.exporting(sizeText(size))}
    </Button>
  );
}
