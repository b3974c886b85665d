import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import { Button } from '@mui/material';
import { Suspense, useState } from 'react';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { text } from '../../../i18n/text.ts';
import { lazyChunk } from '../../../ui/lazyChunk.ts';
import type { Columns } from '../../slotTypes.ts';

const ColumnsMenu = lazyChunk(() => import('./ColumnsMenu.tsx').then((found) => ({ default: found.ColumnsMenu })));

/** Opens the menu for the columns of a list, their order, and the height of the rows. */
export function ColumnsButton({ entity, columns }: { entity: Entity; columns: Columns }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        startIcon={<ViewColumnOutlined />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {text().views.columns}
      </Button>
      <Suspense fallback={null}>
        {anchor && <ColumnsMenu anchor={anchor} entity={entity} columns={columns} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  );
}
