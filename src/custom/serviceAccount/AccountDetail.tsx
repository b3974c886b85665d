import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text, translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { RecordView } from '../../resources/detail/RecordView.tsx';
import type { RecordTab } from '../../resources/detail/record/RecordTabs.tsx';
import { RelatedList } from '../../resources/detail/related/RelatedLists.tsx';
import { Summary } from '../../resources/detail/Summary.tsx';
import type { DetailProps } from '../../resources/overrides.ts';
import { useReadableFields } from '../../resources/values/FieldLines.tsx';
import { UseExamples } from '../serviceToken/UseExamples.tsx';

/** A tab with the audit entries of the account's user, for roles that read the audit. */
function useAuditTab(): (account: RecordData) => RecordTab[] {
  const audit = useContract().entity('audit');
  const role = useRole() ?? 'Subordinate';
  return ({ user_id }) => {
    if (!audit.access.list?.includes(role) || typeof user_id !== 'number') return [];
    const draw = () => <RelatedList key="audit" entity={audit} by="actor_id" label={audit.labels} id={user_id} bare />;
    return [{ name: 'audit', label: translate(audit.labels), draw }];
  };
}

/** A service account with its tokens, how programs use them, and what they did (issue 34). */
export default function AccountDetail(props: DetailProps) {
  const entity = useContract().entity('service_account');
  const fields = useReadableFields(entity);
  const auditTab = useAuditTab();
  return (
    <RecordView
      {...props}
      entity={entity}
      overview={(account) => <Summary entity={entity} record={account} fields={fields} />}
      more={(account) => [
        { name: 'use', label: text().serviceToken.example, draw: () => <UseExamples key="use" /> },
        ...auditTab(account),
      ]}
    />
  );
}
