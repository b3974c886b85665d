import { Typography } from '@mui/material';
import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import { activationEndpoints } from '../../../contract/endpoints/licence/activation.ts';
import { bodyFromValues } from '../../dataProvider/forms/body.ts';
import { useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { DialogForm } from '../../resources/form/DialogForm.tsx';
import { contractResolver, type FormValues } from '../../resources/formState/contractResolver.ts';
import { defaultValues } from '../../resources/formState/defaultValues.ts';
import { failureAtInputs } from '../../resources/formState/formMessages.ts';
import { FieldInput } from '../../resources/input/FieldInput.tsx';
import type { DialogProps } from '../../resources/overrides.ts';
import { AppDialog } from '../../ui/dialog/AppDialog.tsx';
import { FileIntoField } from './FileIntoField.tsx';

const { report } = activationEndpoints.take_relay_report.body;
const fields = { report };
const resolver = contractResolver(fields);

/** Takes the report that a relay wrote, as a file or as its content. */
export default function RelayReportDialog({ id, onClose }: DialogProps & { id: number }) {
  const contract = useContract();
  const { mutateAsync } = useEndpointMutation('take_relay_report');
  const notice = useNotice();
  const words = text().licence;
  const send = async (values: FormValues) => {
    const body = { assignment_id: id, ...bodyFromValues(fields, values) } as EndpointBody<'take_relay_report'>;
    const { days } = await mutateAsync({ body }).catch((failure: unknown) => {
      throw failureAtInputs(failure, fields);
    });
    notice.success(Number(days) > 0 ? words.reportSaved(Number(days)) : words.reportKnown);
    onClose();
  };
  return (
    <AppDialog title={words.takeReport} width={560} onClose={onClose}>
      <DialogForm
        submit={words.takeReport}
        resolver={resolver}
        defaultValues={defaultValues(contract, fields)}
        onSubmit={send}
      >
        <Typography sx={{ mb: 2 }}>{words.reportSteps}</Typography>
        <FileIntoField source="report" accept=".txt,.jws,text/plain" />
        <FieldInput source="report" field={report} />
      </DialogForm>
    </AppDialog>
  );
}
