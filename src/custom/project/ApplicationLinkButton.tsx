import QrCode2Outlined from '@mui/icons-material/QrCode2Outlined';
import { useState } from 'react';
import type { EndpointAnswer, EndpointBody } from '../../../contract/endpoints/index.ts';
import { allocationEndpoints } from '../../../contract/endpoints/licence/allocation.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { text } from '../../i18n/text.ts';
import { RowIcon } from '../../resources/actions/RowIcon.tsx';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import type { RowActionProps } from '../../resources/overrides.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { LazyDialog } from '../../ui/dialog/LazyDialog.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';

const LinkDialog = lazyChunk(() => import('./LinkDialog.tsx'));

const { source, days } = allocationEndpoints.application_link.body;
const fields = { source, days };

/** Asks for the source of a link, creates it, and shows it. */
function MakeLinkDialog({ project, onClose }: { project: RecordData; onClose: () => void }) {
  const [link, setLink] = useState<EndpointAnswer<'application_link'>>();
  const { mutateAsync } = useEndpointMutation('application_link');
  const title = `${text().application.action} · ${String(project.name)}`;
  const send = async (body: Record<string, unknown>, idempotencyKey: string) => {
    const fullBody = { ...body, project_id: project.id } as unknown as EndpointBody<'application_link'>;
    setLink(await mutateAsync({ body: fullBody, idempotencyKey }));
  };
  if (link)
    return (
      <LazyDialog onClose={onClose}>
        <LinkDialog title={title} project={project} link={link} onClose={onClose} />
      </LazyDialog>
    );
  return (
    <InputDialog
      title={title}
      action={text().actions.create}
      fields={fields}
      start={{ source: 3, days: 30 }}
      draft={`link project ${project.id}`}
      send={send}
      onClose={onClose}
    />
  );
}

/**
 * Creates a link by which people without an account can apply for this project, from a QR code or another platform
 * (B30).
 */
export function ApplicationLinkButton({ record }: RowActionProps) {
  const openDialog = useOpenDialog();
  return (
    <RowIcon
      action={text().application.action}
      name={String(record.name)}
      onClick={() => openDialog((close) => <MakeLinkDialog project={record} onClose={close} />)}
    >
      <QrCode2Outlined fontSize="small" />
    </RowIcon>
  );
}
