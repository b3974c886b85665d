import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutline';
import { Box, Button, IconButton, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import type { Body } from '../../../contract/calls.ts';
import { sendFlags } from '../../../contract/choices.ts';
import { mail } from '../../../contract/field.ts';
import { ruleOf } from '../../../contract/kind.ts';
import { say as sayMessage } from '../../../contract/message.ts';
import { judge } from '../../../contract/validation.ts';
import { call } from '../../dataProvider/call.ts';
import { toast } from '../../dataProvider/notices.ts';
import { language } from '../../i18n/language.ts';
import { say, text } from '../../i18n/text.ts';
import { FormDialog } from '../../resources/FormDialog.tsx';
import { valueAt } from '../../resources/format.ts';
import { useBusy } from '../../resources/useBusy.ts';
import { type Errors, refusedBy, useErrors } from '../../resources/useErrors.ts';
import type { RecordData } from '../registry.tsx';

const rule = ruleOf(mail({ label: { en: 'Address', zh: '地址' }, required: true }));
const problemOf = (address: string): string | undefined => Object.values(judge(rule, address.trim()) ?? {})[0]?.[0];
const maxAddresses = 3;

/** The send types of a category: a migration product has the standard one alone (R-MAILST-03). */
export const sendTypesOf = (category: unknown) =>
  sendFlags.filter(
    (flag) => flag.id === 'standard' || (category !== 1001 && (flag.id === 'dr' || flag.id === 'failback')),
  );

type SendType = Body<'mail_custom'>['send_flag'];

interface Props {
  licence: RecordData;
  /** With a key the mail of that recipient is sent again; without one it goes to more addresses. */
  resend: { key?: string; name?: string; address?: string };
  onClose: () => void;
  onDone: () => void;
}

/** Sends a licence again, or to other addresses: each once, one call for each (R-VALID-16 to R-VALID-18). */
export function MailDialog({ licence, resend, onClose, onDone }: Props) {
  const [addresses, setAddresses] = useState([resend.address ?? '']);
  const [flag, setFlag] = useState<string>('standard');
  const { errors, show, forgive } = useErrors();
  const [busy, run] = useBusy();
  const words = text().licence;
  const custom = resend.key === undefined;
  const dirty = addresses.join() !== (resend.address ?? '') || flag !== 'standard';
  const change = (at: number, value: string) => {
    forgive(`address_${at}`);
    setAddresses(addresses.map((one, index) => (index === at ? value : one)));
  };
  const judged = (): Errors =>
    Object.fromEntries(
      addresses.flatMap((address, at) => {
        const problem = problemOf(address);
        return problem ? [[`address_${at}`, problem]] : [];
      }),
    );
  const sendOne = (address: string) => {
    const common = { type: 'assignment' as const, id: licence.id, send_flag: flag as SendType, address };
    return resend.key === undefined
      ? call('mail_custom', { body: common })
      : call('mail_resend', { body: { ...common, mail_type: resend.key } });
  };
  /** What has gone out is not sent again when a later address is refused. */
  const send = async () => {
    const rest = [...new Set(addresses.map((one) => one.trim()))];
    try {
      for (let next = rest[0]; next !== undefined; next = rest[0]) {
        await sendOne(next);
        rest.shift();
      }
    } catch (failure) {
      const { address, ...others } = refusedBy(failure);
      setAddresses(rest);
      show({ ...others, ...(address && { address_0: address }) });
      onDone();
      return;
    }
    toast(text().done.mail, 'success');
    onDone();
    onClose();
  };
  const submit = () => run(async () => (show(judged()) ? undefined : send()));
  return (
    <FormDialog
      title={custom ? words.custom : words.resend}
      submit={words.send}
      busy={busy}
      dirty={dirty}
      onSubmit={submit}
      onClose={onClose}
    >
      {!custom && <TextField label={words.recipient} value={resend.name} disabled helperText=" " sx={{ mt: 1 }} />}
      <TextField
        select
        name="send_flag"
        label={words.sendType}
        value={flag}
        onChange={(event) => {
          forgive('send_flag');
          setFlag(event.target.value);
        }}
        error={Boolean(errors.send_flag)}
        helperText={errors.send_flag ? sayMessage(errors.send_flag, language()) : ' '}
        sx={{ mt: 1 }}
      >
        {sendTypesOf(valueAt(licence, 'project.product.category.id')).map((one) => (
          <MenuItem key={one.id} value={one.id}>
            {say(one.label)}
          </MenuItem>
        ))}
      </TextField>
      {addresses.map((address, at) => {
        const problem = errors[`address_${at}`];
        return (
          <Box key={at} sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
            <TextField
              name={`address_${at}`}
              type="email"
              label={words.address}
              required
              value={address}
              onChange={(event) => change(at, event.target.value)}
              error={Boolean(problem)}
              helperText={problem ? sayMessage(problem, language()) : ' '}
            />
            {at > 0 && (
              <IconButton
                aria-label={words.removeAddress}
                onClick={() => {
                  show({});
                  setAddresses(addresses.filter((_, index) => index !== at));
                }}
              >
                <RemoveCircleOutline />
              </IconButton>
            )}
          </Box>
        );
      })}
      {custom && addresses.length < maxAddresses && (
        <Button onClick={() => setAddresses([...addresses, ''])}>{words.addAddress}</Button>
      )}
    </FormDialog>
  );
}
