import { Box, Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type RaRecord, useGetOne } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import { assignmentEndpoints } from '../../../contract/endpoints/licence/assignment.ts';
import { assignment } from '../../../contract/entities/assignment.ts';
import { writableInputs } from '../../../contract/narrowing/withheld.ts';
import { demandDeclarations } from '../../../contract/outlines/outlinedContract.ts';
import { referencedEntities } from '../../../contract/outlines/pageDeclarations.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { bodyFromValues } from '../../dataProvider/forms/body.ts';
import { useIdempotencyKeys } from '../../dataProvider/http/idempotency.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text, translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { FormDialog } from '../../resources/dialog/FormDialog.tsx';
import { inputColumns } from '../../resources/form/FieldInputs.tsx';
import { ruleMessages } from '../../resources/form/ruleMessages.ts';
import { contractResolver, type FormValues } from '../../resources/formState/contractResolver.ts';
import { defaultValues } from '../../resources/formState/defaultValues.ts';
import { failureAtInputs } from '../../resources/formState/formMessages.ts';
import { FieldInput } from '../../resources/input/FieldInput.tsx';
import { RecordInput } from '../../resources/input/pickers/RecordInput.tsx';
import { type DialogProps, useOverrides } from '../../resources/overrides.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { AddressesInput } from './AddressesInput.tsx';
import { OrderInput } from './OrderInput.tsx';
import { availableHosts, type LoadedOrders, type OrderShare, shareMessages } from './shares.ts';

const allFields = assignmentEndpoints.assignment_create.body;
const recipients = allFields.mails.fields ?? {};
const noMails = { project_mail: null, sub_user_mail: null, others: [] };
const effectiveFilter = { effectuate: true };

/** Sends an allocation, once for the same body. If it is refused, the orders are fetched again. */
function useAllocate(fields: Fields) {
  const { mutateAsync } = useEndpointMutation('assignment_create');
  const keyFor = useIdempotencyKeys();
  const queries = useQueryClient();
  return async (values: FormValues) => {
    const body = bodyFromValues(fields, values) as unknown as EndpointBody<'assignment_create'>;
    try {
      await mutateAsync({ body, idempotencyKey: keyFor(body) });
    } catch (failure) {
      void queries.invalidateQueries({ queryKey: ['order'] });
      throw failureAtInputs(failure, fields);
    }
  };
}

interface Props extends DialogProps {
  /** The project to serve, if it is known. */
  project?: number | undefined;
  /** The order to allocate; without it, a project's only order is preselected. */
  order?: RecordData | undefined;
}

/** Allocates hosts of orders to a project (R-OLST-01, R-OLST-02, R-VALID-23). */
export function AllocationDialog({ project, order, onClose }: Props) {
  const [orders] = useState<LoadedOrders>(() => new Map(order && [[order.id, order]]));
  const contract = useContract();
  demandDeclarations(contract, ['assignment', ...referencedEntities(allFields)]);
  const [fields] = useState(() => writableInputs(contract.narrowing, contract.entity('assignment'), allFields));
  const allocate = useAllocate(fields);
  const notice = useNotice();
  const words = text().allocation;
  const send = async (values: FormValues) => {
    await allocate(values);
    notice.success(text().done.allocated);
    onClose();
  };
  const more = (values: FormValues) => ({
    ...ruleMessages(contract.entity('assignment'), fields)(values),
    ...(values.project_id ? shareMessages(values.orders as OrderShare[], orders) : {}),
  });
  return (
    <FormDialog
      title={words.title}
      width={900}
      submit={words.submit}
      resolver={contractResolver(fields, { more })}
      defaultValues={defaultValues(contract, fields, { project_id: project ?? null, orders: [], mails: noMails })}
      onSubmit={send}
      draft={{ name: `allocate ${project ?? ''} ${order?.id ?? ''}`, fields }}
      onClose={onClose}
    >
      <Box sx={{ pt: 1 }}>
        <ProjectInput product={order?.product_id} />
      </Box>
      <Heading>{words.orders}</Heading>
      <Orders orders={orders} order={order} />
      <Heading>{words.recipients}</Heading>
      <Recipients hasMails={fields['mails'] !== undefined} />
      {fields['comment'] && <FieldInput source="comment" field={fields['comment']} label={text().order.reason} />}
    </FormDialog>
  );
}

const Heading = ({ children }: { children: string }) => (
  <Typography component="h3" variant="h3" sx={{ mt: 2, mb: 1 }}>
    {children}
  </Typography>
);

/** The reason why a project cannot be chosen; undefined if it can. */
const whyNotAllocatable = (project: RaRecord) => (project.license_key ? undefined : text().allocation.keyless);

/** The project to serve; a change of project resets the orders and the project's address. */
function ProjectInput({ product }: { product: unknown }) {
  const project = useWatch({ name: 'project_id' }) as number | null;
  const { resetField, getFieldState, formState } = useFormContext();
  const { data } = useGetOne<RecordData>('project', { id: project ?? 0 }, { enabled: project !== null });
  const known = data && data.id === project ? data.id : undefined;
  // Once per project, so that it does not overwrite what the user has typed. A form that is not ready would still
  // overwrite it with its default values.
  useEffect(() => {
    if (!known || !formState.isReady || getFieldState('mails.project_mail').isDirty) return;
    resetField('mails.project_mail', { defaultValue: data?.mail ?? null });
  }, [known, formState.isReady, resetField]);
  const change = (next: unknown) => {
    if (next === project) return;
    resetField('orders', { defaultValue: [] });
    resetField('mails.project_mail', { defaultValue: null });
  };
  return (
    <RecordInput
      source="project_id"
      field={allFields.project_id}
      label={text().allocation.project}
      filter={product ? { ...effectiveFilter, product_id: product } : effectiveFilter}
      fillOnlyOption
      disabledReason={whyNotAllocatable}
      onChange={change}
    />
  );
}

/** The initial shares: all that is left of the given order, or one host of the only order. */
function initialShares(found: readonly RecordData[], chosen: RecordData | undefined): readonly OrderShare[] {
  if (chosen) return [{ order_id: chosen.id, hosts: availableHosts(chosen) }];
  const [only, ...others] = found;
  return only?.is_available === true && others.length === 0 ? [{ order_id: only.id, hosts: 1 }] : [];
}

function Orders({ orders, order }: { orders: LoadedOrders; order: RecordData | undefined }) {
  const project = useWatch({ name: 'project_id' }) as number | null;
  if (project === null) return <Typography color="text.secondary">{text().allocation.pickProject}</Typography>;
  return (
    <OrderInput
      key={project}
      source="orders"
      project={project}
      orders={orders}
      start={(found) => initialShares(found, order)}
      empty={<NoOrders />}
    />
  );
}

/** Shown if no order serves the project, with a button that creates one (R-OLST-02). */
function NoOrders() {
  const openDialog = useOpenDialog();
  const { create: OrderCreate } = useOverrides('order');
  return (
    <Typography color="text.secondary">
      {text().allocation.noOrders}{' '}
      {OrderCreate && (
        <Button onClick={() => openDialog((close) => <OrderCreate onClose={close} />)}>
          {text().allocation.createOrder}
        </Button>
      )}
    </Typography>
  );
}

/** The users who see the licences, and the addresses that get mails (B17). */
function Recipients({ hasMails }: { hasMails: boolean }) {
  const words = text().allocation;
  const hint = assignment.fields.mails.fields?.others?.hint;
  return (
    <>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {hasMails && hint && translate(hint)}
      </Typography>
      <Box sx={inputColumns(2)}>
        <FieldInput source="sub_user_id" field={allFields.sub_user_id} />
        {hasMails && (
          <>
            <FieldInput source="mails.sub_user_mail" name="sub_user_mail" field={recipients.sub_user_mail} />
            <FieldInput
              source="mails.project_mail"
              name="project_mail"
              field={recipients.project_mail}
              label={words.projectMail}
            />
            <AddressesInput
              source="mails.others"
              name="others"
              field={recipients.others}
              label={words.others}
              hint=" "
            />
          </>
        )}
      </Box>
    </>
  );
}
