import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { RecordView } from '../../resources/detail/RecordView.tsx';
import { Summary } from '../../resources/detail/Summary.tsx';
import type { DetailProps } from '../../resources/overrides.ts';
import { useReadableFields } from '../../resources/values/FieldLines.tsx';
import { UseExamples } from '../serviceToken/UseExamples.tsx';
import { AccountActivity } from './AccountActivity.tsx';

/** A service account with its tokens, how programs use them, and what they did (issue 34). */
export default function AccountDetail(props: DetailProps) {
  const entity = useContract().entity('service_account');
  const fields = useReadableFields(entity);
  return (
    <RecordView
      {...props}
      entity={entity}
      overview={(account) => <Summary entity={entity} record={account} fields={fields} />}
      more={(account) => [
        { name: 'use', label: text().serviceToken.example, draw: () => <UseExamples key="use" /> },
        {
          name: 'activity',
          label: text().serviceToken.activity,
          draw: () => <AccountActivity key="activity" id={Number(account.id)} />,
        },
      ]}
    />
  );
}
