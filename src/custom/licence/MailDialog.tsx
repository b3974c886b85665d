import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutline';
import { Box, Button, IconButton, MenuItem, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
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
import { AppDialog } from '../../resources/AppDialog.tsx';
import { valueAt } from '../../resources/format.ts';
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
  resend: { key?: string; address?: string };
  onClose: () => void;
  onDone: () => void;
}

/** Sends a licence again, or to other addresses: each once, one call for each (R-VALID-16 to R-VALID-18). */
export function MailDialog({ licence, resend, onClose, onDone }: Props) {
  const [addresses, setAddresses] = useState([resend.address ?? '']);
  const [flag, setFlag] = useState<string>('standard');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const words = text().licence;
  const custom = resend.key === undefined;
  const change = (at: number, value: string) =>
    setAddresses(addresses.map((one, index) => (index === at ? value : one)));
  const send = async () => {
    const common = { type: 'assignment' as const, id: licence.id, send_flag: flag as SendType };
    for (const address of new Set(addresses.map((one) => one.trim()))) {
      if (resend.key === undefined) await call('mail_custom', { body: { ...common, address } });
      else await call('mail_resend', { body: { ...common, address, mail_type: resend.key } });
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (busy || addresses.some(problemOf)) return;
    setBusy(true);
    try {
      await send();
      toast(text().done.mail, 'success');
      onDone();
      onClose();
    } catch {
      setBusy(false);
    }
  };
  const actions = (
    <>
      <Button onClick={onClose} disabled={busy}>
        {text().actions.cancel}
      </Button>
      <Button type="submit" variant="contained" disabled={busy}>
        {words.send}
      </Button>
    </>
  );
  return (
    <AppDialog
      title={custom ? words.custom : words.resend}
      width={800}
      onClose={onClose}
      form={submit}
      busy={busy}
      actions={actions}
    >
      <TextField
        select
        label={words.sendType}
        value={flag}
        onChange={(event) => setFlag(event.target.value)}
        helperText=" "
        sx={{ mt: 1 }}
      >
        {sendTypesOf(valueAt(licence, 'project.product.category.id')).map((one) => (
          <MenuItem key={one.id} value={one.id}>
            {say(one.label)}
          </MenuItem>
        ))}
      </TextField>
      {addresses.map((address, at) => {
        const problem = checked ? problemOf(address) : undefined;
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
                onClick={() => setAddresses(addresses.filter((_, index) => index !== at))}
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
    </AppDialog>
  );
}
