import { Box, CircularProgress, Typography } from '@mui/material';
import { useMemo } from 'react';
import { useGetOne } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { isRole } from '../../../../contract/roles/index.ts';
import { readPathOf } from '../../../../contract/schema/entity.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import { useContract, useReferencedDeclarations } from '../../../resources/ContractContext.ts';
import { DialogForm } from '../../../resources/form/DialogForm.tsx';
import type { FormValues } from '../../../resources/formState/contractResolver.ts';
import { FieldInput } from '../../../resources/input/FieldInput.tsx';
import { useDoneNotice } from '../../../resources/notice/useDoneNotice.tsx';
import type { DialogProps } from '../../../resources/overrides.ts';
import { Cell, labelOf, nameOf } from '../../../resources/values/Cell.tsx';
import { DescriptionList } from '../../../resources/values/DescriptionList.tsx';
import { AppDialog, DialogBody } from '../../../ui/dialog/AppDialog.tsx';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { deliveryNames, draftFields, orderFields } from '../../order/create/orderFields.ts';
import { orderResolver, useCreateOrder } from '../../order/create/useCreateOrder.ts';
import { type LicenceOrderPurpose, licenceOrderValues } from './licenceOrderValues.ts';

interface Props extends DialogProps {
  licence: RecordData;
  purpose: LicenceOrderPurpose;
}

const shown: Readonly<Record<LicenceOrderPurpose, readonly string[]>> = {
  renewal: ['project_id', 'order_id', 'hosts', 'expired_at'],
  addition: ['project_id', 'order_id', 'hosts', 'used_above', 'above_since'],
};

/**
 * Orders the same again for a licence that ends (D4), or more for one of which more is used than was bought: everything
 * is filled in, and the form asks only for what may differ.
 */
export default function LicenceOrderDialog({ licence, purpose, onClose }: Props) {
  const contract = useContract();
  const assignment = contract.entity('assignment');
  // Before the frame is drawn: what is waited for inside it would be shown as a second layer over it.
  useReferencedDeclarations(contract.entity('order').fields);
  const words = text()[purpose];
  const { data, error, refetch } = useGetOne<RecordData>('order', { id: Number(licence.order_id) });
  return (
    <AppDialog title={words.title(nameOf(assignment, licence))} onClose={onClose}>
      {data ? (
        <LicenceOrderForm licence={licence} purpose={purpose} order={data} onClose={onClose} />
      ) : (
        <DialogBody>{error ? <LoadFailed onRetry={() => refetch()} /> : <CircularProgress size={24} />}</DialogBody>
      )}
    </AppDialog>
  );
}

function LicenceOrderForm({ licence, purpose, order, onClose }: Props & { order: RecordData }) {
  const contract = useContract();
  const assignment = contract.entity('assignment');
  const done = useDoneNotice(contract.entity('order'));
  const isOwn = isRole(useRole(), 'Enterprise');
  const resolver = useMemo(() => orderResolver(contract.entity('order'), isOwn), [contract, isOwn]);
  const words = text()[purpose];
  const start = useMemo(
    () => licenceOrderValues(contract, purpose, licence, order),
    [contract, purpose, licence, order],
  );
  const send = useCreateOrder(isOwn);
  const submit = async (values: FormValues) => {
    done(await send(values), undefined, text().done.order);
    onClose();
  };
  const lines = shown[purpose].map((name) => ({
    label: labelOf(assignment, name),
    value: <Cell entity={assignment} name={name} record={licence} />,
  }));
  return (
    <DialogForm
      submit={words.submit}
      focusSubmit
      resolver={resolver}
      defaultValues={start}
      onSubmit={submit}
      draft={{ name: `${purpose} of licence ${licence.id}`, fields: draftFields }}
    >
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {words.intro}
      </Typography>
      <DescriptionList lines={lines} />
      <LicenceOrderInputs isOwn={isOwn} />
    </DialogForm>
  );
}

const columns = { display: 'grid', gap: 0.5, columnGap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, pt: 3.5 };

/** The inputs: the quantity, the delivery and the stamp. */
function LicenceOrderInputs({ isOwn }: { isOwn: boolean }) {
  const fields = orderFields(useContract().entity('order'), isOwn, useFormContext().watch());
  const input = (name: string) => {
    const field = fields[name];
    return field && <FieldInput key={name} name={name} field={field} source={readPathOf(name, field)} />;
  };
  return (
    <Box sx={columns}>
      {['purchased_hosts', ...deliveryNames].map(input)}
      <Box sx={{ gridColumn: '1 / -1' }}>{input('comment')}</Box>
    </Box>
  );
}
