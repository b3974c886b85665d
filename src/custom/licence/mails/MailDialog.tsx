import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutline';
import { Box, Button, IconButton, TextField } from '@mui/material';
import { type Ref, useCallback, useImperativeHandle, useRef } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { sendFlags } from '../../../../contract/choices/mail.ts';
import type { EndpointBody } from '../../../../contract/endpoints/index.ts';
import { mailEndpoints } from '../../../../contract/endpoints/licence/assignment.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { foldText } from '../../../../contract/lib/foldText.ts';
import { type Fields, list, object } from '../../../../contract/schema/field/field.ts';
import { bodyFromValues } from '../../../dataProvider/forms/body.ts';
import { useIdempotencyKeys } from '../../../dataProvider/http/idempotency.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useEndpointMutation } from '../../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../../dataProvider/useNotice.ts';
import { text } from '../../../i18n/text.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import { FormDialog } from '../../../resources/dialog/FormDialog.tsx';
import { contractResolver, type FormValues } from '../../../resources/formState/contractResolver.ts';
import { defaultValues } from '../../../resources/formState/defaultValues.ts';
import { failureAtInputs } from '../../../resources/formState/formMessages.ts';
import { FieldInput } from '../../../resources/input/FieldInput.tsx';
import type { DialogProps } from '../../../resources/overrides.ts';

const maxAddresses = 3;
const { address, send_flag } = mailEndpoints.mail_custom.body;
const { label } = address;
const addresses = list(object({ address }, { label, required: true }), { label, required: true, max: maxAddresses });

/** Maps the messages of one call to the form: each call sends one address, the first of those that are left. */
const bodyFieldPlaces: Fields = { send_flag, address: { ...address, readPath: 'addresses.0.address' } };

/** The send types of a product category; a migration product has the standard one only (R-MAILST-03). */
export const sendTypesOf = (category: unknown) =>
  sendFlags.filter(
    (flag) => flag.id === 'standard' || (category !== 1001 && (flag.id === 'dr' || flag.id === 'failback')),
  );

type SendType = EndpointBody<'mail_custom'>['send_flag'];
/** The values of the form. */
interface MailForm {
  readonly send_flag: SendType;
  readonly addresses: readonly { readonly address: string }[];
}

/** The mail to send again: its recipient key, the key's text, and the address. */
export interface ResentMail {
  readonly key: string;
  readonly name: string;
  readonly address: string | null;
}

interface Props extends DialogProps {
  licence: RecordData;
  /** Undefined to send the licence to further addresses. */
  resend: ResentMail | undefined;
}

/**
 * Sends the licence to one address: again for an existing mail, or as a new one. The same content is sent once per
 * dialog (C21).
 */
function useSendOne({ licence, resend }: Pick<Props, 'licence' | 'resend'>) {
  const custom = useEndpointMutation('mail_custom');
  const again = useEndpointMutation('mail_resend');
  const keyFor = useIdempotencyKeys();
  return (to: string, flag: SendType): Promise<unknown> => {
    const body = { type: 'assignment' as const, id: licence.id, send_flag: flag, address: to };
    const idempotencyKey = keyFor(body);
    if (!resend) return custom.mutateAsync({ body, idempotencyKey });
    return again.mutateAsync({ body: { ...body, mail_type: resend.key }, idempotencyKey });
  };
}

/** Sends a licence again, or to further addresses, with one call per address (R-VALID-16 to R-VALID-18). */
export function MailDialog({ licence, resend, onClose }: Props) {
  const contract = useContract();
  const sendOne = useSendOne({ licence, resend });
  const addressList = useRef<AddressList>(null);
  const notice = useNotice();
  const words = text().licence;
  const offered = sendTypesOf(valueAt(licence, 'project.product.category.id'));
  const fields: Fields = { send_flag: { ...send_flag, choices: offered }, addresses };
  /** If a later address is refused, the form keeps only the unsent addresses, so that no mail goes out twice. */
  const send = async (values: FormValues) => {
    const { addresses: entered, send_flag: flag } = bodyFromValues(fields, values) as unknown as MailForm;
    const all = [...new Map(entered.map(({ address }) => [foldText(address), address])).values()];
    for (const [at, to] of all.entries())
      await sendOne(to, flag).catch((failure: unknown) => {
        addressList.current?.replace(all.slice(at));
        throw failureAtInputs(failure, bodyFieldPlaces);
      });
    notice.success(text().done.mail);
    onClose();
  };
  return (
    <FormDialog
      title={resend ? words.resend : words.custom}
      submit={words.send}
      resolver={contractResolver(fields)}
      defaultValues={defaultValues(contract, fields, {
        send_flag: 'standard',
        addresses: [{ address: resend?.address ?? null }],
      })}
      onSubmit={send}
      draft={{ name: `mail licence ${licence.id} ${resend?.key ?? ''}`, fields }}
      onClose={onClose}
    >
      <Box sx={{ pt: 1, display: 'grid', gap: 2 }}>
        {resend && <TextField label={words.recipient} value={resend.name} disabled helperText=" " />}
        <FieldInput source="send_flag" field={fields.send_flag} label={words.sendType} />
        <Addresses ref={addressList} max={resend ? 1 : maxAddresses} />
      </Box>
    </FormDialog>
  );
}

interface AddressList {
  replace: (addresses: readonly (string | null)[]) => void;
}

/**
 * The addresses as a field array. It is changed through its value, because the array's own methods validate at once: a
 * new line would be refused before it is filled in, and the next validation would remove the server's message.
 */
function useAddresses() {
  const { fields } = useFieldArray({ name: 'addresses' });
  const { setValue, getValues, clearErrors } = useFormContext();
  const replace = useCallback(
    (all: readonly (string | null)[]) =>
      setValue(
        'addresses',
        all.map((one) => ({ address: one })),
        { shouldDirty: true },
      ),
    [setValue],
  );
  const entered = () => (getValues('addresses') as MailForm['addresses']).map((one) => one.address);
  const append = () => replace([...entered(), null]);
  const remove = (at: number) => {
    clearErrors('addresses');
    replace(entered().filter((_, index) => index !== at));
  };
  return { fields, append, remove, replace };
}

/** The address inputs, one below the other; the first one cannot be removed. */
function Addresses({ ref, max }: { ref: Ref<AddressList>; max: number }) {
  const { fields, append, remove, replace } = useAddresses();
  const words = text().licence;
  useImperativeHandle(ref, () => ({ replace }), [replace]);
  return (
    <>
      {fields.map(({ id }, at) => (
        <Box key={id} sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
          <FieldInput source={`addresses.${at}.address`} name={`address_${at}`} field={address} label={words.address} />
          {at > 0 && (
            <IconButton aria-label={words.removeAddress} onClick={() => remove(at)}>
              <RemoveCircleOutline />
            </IconButton>
          )}
        </Box>
      ))}
      {fields.length < max && (
        <Button onClick={append} sx={{ justifySelf: 'start' }}>
          {words.addAddress}
        </Button>
      )}
    </>
  );
}
