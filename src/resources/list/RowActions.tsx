import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { Button } from '@mui/material';
import { Suspense, useState } from 'react';
import { type Condition, may, type Role } from '../../contract/access.ts';
import { type Entity, type FormDeclaration, holds } from '../../contract/entity.ts';
import { type NamedTransition, stepsFrom } from '../../contract/lifecycle.ts';
import { writable } from '../../contract/validation.ts';
import { custom, type RecordData } from '../custom/registry.tsx';
import { api } from '../dataProvider/api.ts';
import { toast } from '../dataProvider/notices.ts';
import { say, text } from '../i18n/text.ts';
import { useRole } from '../shell/useSession.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { EntityForm } from './EntityForm.tsx';
import { RowIcon } from './RowIcon.tsx';
import { StepDialog } from './StepDialog.tsx';

interface Props {
  entity: Entity;
  form: FormDeclaration | undefined;
  required?: readonly string[] | undefined;
  record: RecordData;
  onDone: () => void;
}

const nameOf = (entity: Entity, record: RecordData): string => String(record[entity.title] ?? record.id);

function RemoveButton({ entity, record, onDone }: Omit<Props, 'form'>) {
  const [asking, setAsking] = useState(false);
  const name = nameOf(entity, record);
  const remove = async () => {
    await api(`/v1/${entity.path}/${record.id}`, { method: 'DELETE' });
    toast(text().done.operation, 'success');
    onDone();
  };
  return (
    <>
      <RowIcon action={text().actions.remove} name={name} onClick={() => setAsking(true)}>
        <DeleteOutlined fontSize="small" />
      </RowIcon>
      {asking && (
        <ConfirmDialog
          title={text().actions.remove}
          danger
          yes={text().actions.remove}
          onYes={remove}
          onClose={() => setAsking(false)}
        >
          {text().ask.remove(name)}
        </ConfirmDialog>
      )}
    </>
  );
}

function EditButton({ entity, form, required = [], record, onDone }: Props) {
  const [open, setOpen] = useState(false);
  if (!form) return null;
  const close = () => setOpen(false);
  const done = () => {
    close();
    onDone();
  };
  return (
    <>
      <RowIcon action={text().actions.edit} name={nameOf(entity, record)} onClick={() => setOpen(true)}>
        <EditOutlined fontSize="small" />
      </RowIcon>
      {open && (
        <EntityForm entity={entity} form={form} required={required} record={record} onClose={close} onDone={done} />
      )}
    </>
  );
}

function StepButtons({ entity, record, onDone }: Omit<Props, 'form'>) {
  const role = useRole();
  const [step, setStep] = useState<NamedTransition>();
  if (!entity.lifecycle) return null;
  const done = () => {
    setStep(undefined);
    onDone();
  };
  return (
    <>
      {stepsFrom(entity.lifecycle, record[entity.lifecycle.field] as number, role).map((one) => (
        <Button
          key={one.name}
          onClick={() => setStep(one)}
          color={one.tone === 'danger' ? 'error' : 'primary'}
          sx={{ minWidth: 0 }}
        >
          {say(one.label)}
        </Button>
      ))}
      {step && (
        <StepDialog
          entity={entity}
          id={record.id}
          name={nameOf(entity, record)}
          step={step}
          onClose={() => setStep(undefined)}
          onDone={done}
        />
      )}
    </>
  );
}

/** Is there anything in the form that the role may change? Some may only take steps. */
const hasInputs = (entity: Entity, form: FormDeclaration | undefined, role: Role | undefined): boolean => {
  const mine = role ? writable(entity, role, 'edit') : {};
  return form?.flat().some((name) => (name.split('.')[0] ?? '') in mine) ?? false;
};

const isOpen = (condition: Condition | undefined, record: RecordData): boolean =>
  condition === undefined || holds(condition, record);

/** What the present role may do with a row: decided from the contract, once, without asking anybody. */
export function RowActions({ entity, form, required, record, onDone }: Props) {
  const role = useRole();
  const own = custom[entity.name];
  const Own = own?.rowActions;
  return (
    <>
      {Own && (
        <Suspense fallback={null}>
          <Own record={record} onDone={onDone} />
        </Suspense>
      )}
      {!own?.stepsInDetail && <StepButtons entity={entity} record={record} onDone={onDone} />}
      {may(entity.access, 'edit', role) && isOpen(entity.editWhile, record) && hasInputs(entity, form, role) && (
        <EditButton entity={entity} form={form} required={required} record={record} onDone={onDone} />
      )}
      {may(entity.access, 'remove', role) && isOpen(entity.removeWhile, record) && (
        <RemoveButton entity={entity} record={record} onDone={onDone} />
      )}
    </>
  );
}
