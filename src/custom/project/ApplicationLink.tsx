import QrCode2Outlined from '@mui/icons-material/QrCode2Outlined';
import { lazy, Suspense, useState } from 'react';
import { allocationCalls } from '../../../contract/calls/allocation.ts';
import type { Answer, Body } from '../../../contract/calls.ts';
import { call } from '../../dataProvider/call.ts';
import { text } from '../../i18n/text.ts';
import { InputDialog } from '../../resources/InputDialog.tsx';
import { RowIcon } from '../../resources/RowIcon.tsx';
import { part } from '../../shell/part.ts';
import type { RowActionProps } from '../registry.tsx';

const LinkDialog = lazy(() => part(import('./LinkDialog.tsx')));

const { source, days } = allocationCalls.application_link.body;

/** Makes a link by which people without an account apply for this project: from a QR code or another platform (B30). */
export function ApplicationLink({ record }: Pick<RowActionProps, 'record'>) {
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<Answer<'application_link'>>();
  const { action } = text().application;
  const title = `${action} · ${String(record.name)}`;
  const close = () => {
    setOpen(false);
    setLink(undefined);
  };
  const send = async (body: Record<string, unknown>) => {
    const whole = { ...body, project_id: record.id } as unknown as Body<'application_link'>;
    setLink(await call('application_link', { body: whole }));
  };
  return (
    <>
      <RowIcon action={action} name={String(record.name)} onClick={() => setOpen(true)}>
        <QrCode2Outlined fontSize="small" />
      </RowIcon>
      {open && !link && (
        <InputDialog
          title={title}
          action={text().actions.create}
          fields={{ source, days }}
          start={{ source: 3, days: 30 }}
          send={send}
          onClose={close}
        />
      )}
      {link && (
        <Suspense fallback={null}>
          <LinkDialog title={title} project={record} link={link} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
