import { Box, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { order as declaration } from '../../../../contract/entities/order.ts';
import { isRole } from '../../../../contract/roles/index.ts';
import { readPathOf } from '../../../../contract/schema/entity.ts';
import { useActing } from '../../../authProvider/useActing.ts';
import { isActing, useRole, useSession } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text, translate } from '../../../i18n/text.ts';
import { useContract, useReferencedDeclarations } from '../../../resources/ContractContext.ts';
import { ConfirmDialog } from '../../../resources/dialog/ConfirmDialog.tsx';
import { FormDialog } from '../../../resources/dialog/FormDialog.tsx';
import type { FormValues } from '../../../resources/formState/contractResolver.ts';
import { FieldInput } from '../../../resources/input/FieldInput.tsx';
import { useDoneNotice } from '../../../resources/notice/useDoneNotice.tsx';
import type { DialogProps } from '../../../resources/overrides.ts';
import { EnterpriseInput, ProductInput, SalesOwner, UserInput } from './BuyerInputs.tsx';
import { OriginalInput } from './OriginalInput.tsx';
import { clearedByType, deliveryNames, draftFields, orderFields, reissueCategory, startValues } from './orderFields.ts';
import { useClearInputs } from './useClearInputs.ts';
import { orderResolver, useCreateOrder } from './useCreateOrder.ts';

/** The dialog that creates an order (SPEC 4, R-OCRE-01 to R-OCRE-13). */
export default function OrderCreate({ onClose }: DialogProps) {
  const contract = useContract();
  useReferencedDeclarations(contract.entity('order').fields);
  const session = useSession();
  const done = useDoneNotice(contract.entity('order'));
  const [reissued, setReissued] = useState<RecordData>();
  const isOwn = isRole(session?.role, 'Enterprise');
  const resolver = useMemo(() => orderResolver(contract.entity('order'), isOwn), [contract, isOwn]);
  const send = useCreateOrder(isOwn);
  const submit = async (values: FormValues) => {
    const order = await send(values);
    done(order, undefined, text().done.order);
    const confirms = isRole(session?.role, 'SalesMan') || isActing(session);
    if (values.category_id === reissueCategory && confirms) setReissued(order);
    else onClose();
  };
  if (reissued !== undefined) return <ConfirmationQuestion order={reissued} onClose={onClose} />;
  return (
    <FormDialog
      title={text().list.create(translate(declaration.label))}
      submit={text().actions.create}
      resolver={resolver}
      defaultValues={startValues(contract)}
      onSubmit={submit}
      draft={{ name: 'create order', fields: draftFields }}
      onClose={onClose}
    >
      <OrderInputs isOwn={isOwn} />
    </FormDialog>
  );
}

const columns = { display: 'grid', gap: 2, columnGap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, pt: 1 };

/** The inputs of the form, which depend on its values. */
function OrderInputs({ isOwn }: { isOwn: boolean }) {
  const role = useRole();
  const own = useSession()?.user.enterprise_id ?? null;
  const clear = useClearInputs();
  const values: FormValues = useFormContext().watch();
  const fields = orderFields(useContract().entity('order'), isOwn, values);
  const enterprise = isOwn ? own : (values.enterprise_id as number | null);
  const props = (name: string) => {
    const field = fields[name];
    return field && { name, field, source: readPathOf(name, field) };
  };
  const input = (name: string) => {
    const given = props(name);
    return given && <FieldInput key={name} {...given} />;
  };
  const type = props('category_id');
  const buyer = props('enterprise_id');
  const user = props('user_id');
  const product = props('product_id');
  const original = props('parent_order_id');
  return (
    <Box sx={columns}>
      {type && <FieldInput {...type} onChange={() => clear(clearedByType(isOwn))} />}
      {buyer && <EnterpriseInput {...buyer} />}
      {user && <UserInput {...user} enterprise={enterprise} />}
      {isRole(role, 'GeneralAdmin') && <SalesOwner enterprise={enterprise} />}
      {product && <ProductInput {...product} enterprise={enterprise} />}
      {original && <OriginalInput {...original} enterprise={enterprise} />}
      {input('purchased_hosts')}
      {input('params.service_type')}
      <Typography component="h3" variant="h3" sx={{ gridColumn: '1 / -1', mt: 1, mb: 2 }}>
        {text().order.delivery}
      </Typography>
      {deliveryNames.map(input)}
      <Box sx={{ gridColumn: '1 / -1' }}>{input('comment')}</Box>
    </Box>
  );
}

/**
 * Asks whether to go to the confirmation. The key of an enterprise user cannot confirm, so acting ends on the way
 * (A12).
 */
function ConfirmationQuestion({ order, onClose }: { order: RecordData; onClose: () => void }) {
  const words = text().order;
  const navigate = useNavigate();
  const { actBack } = useActing();
  const acting = isActing(useSession());
  const to = `/authorization/order?id=${order.id}`;
  const code = String(order.code);
  return (
    <ConfirmDialog
      title={words.confirmTitle}
      yes={words.go}
      no={words.stay}
      onClose={onClose}
      onYes={async () => (acting ? actBack(to) : navigate(to))}
    >
      {acting ? words.jumpToSales(code) : words.jump(code)}
    </ConfirmDialog>
  );
}
