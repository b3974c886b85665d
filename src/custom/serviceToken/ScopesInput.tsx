import { useGetOne } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { allScopes, directoryScope } from '../../../contract/access/scopes.ts';
import { scopeWord } from '../../../contract/access/scopeWord.ts';
import { readEverything } from '../../../contract/endpoints/endpoint.ts';
import { demandAllDeclarations } from '../../../contract/outlines/outlinedContract.ts';
import type { Role } from '../../../contract/schema/access.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { text, translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import type { FieldInputProps } from '../../resources/slotTypes.ts';
import { type GroupedOption, GroupedPicker } from '../programs/GroupedPicker.tsx';

/** The scopes that a role has, by what they concern; each group begins with all of its operations. */
function optionsFor(contract: Contract, role: Role | undefined): GroupedOption[] {
  demandAllDeclarations(contract);
  const words = text().serviceToken;
  const labels = new Map(contract.entities.map((entity) => [scopeWord(entity), translate(entity.labels)]));
  const scopes = allScopes(contract).filter(({ roles }) => role === undefined || roles.includes(role));
  const operations = scopes.filter(({ scope }) => scope !== directoryScope);
  const groups = [...new Set(operations.map(({ scope }) => scope.split(':')[0] ?? ''))];
  const directory = scopes.filter(({ scope }) => scope === directoryScope);
  return [
    { word: readEverything, group: words.all, label: words.readEverything },
    ...groups.flatMap((word) => {
      const group = labels.get(word) ?? word;
      const own = operations.filter(({ scope }) => scope.startsWith(`${word}:`));
      return [
        { word: `${word}:*`, group, label: words.everything },
        ...own.map(({ scope, label }) => ({ word: scope, group, label: translate(label) })),
      ];
    }),
    ...directory.map(({ scope, label }) => ({ word: scope, group: words.directories, label: translate(label) })),
  ];
}

/** The scopes of a token: a list to search in, by what they concern, and three common choices. */
export default function ScopesInput(props: FieldInputProps) {
  const contract = useContract();
  const account = useWatch({ name: 'account_id' }) as number | null | undefined;
  const { data } = useGetOne('service_account', { id: account ?? 0 }, { enabled: Boolean(account) });
  const words = text().serviceToken;
  const presets = [
    { label: words.readEverything, words: [readEverything] },
    { label: words.orderDesk, words: ['order:*', 'enterprise:read', 'product:read', 'project:read'] },
    { label: words.licenceDesk, words: ['licence:*', 'order:read', 'project:read', 'application:*'] },
  ];
  const options = optionsFor(contract, data?.['role'] as Role | undefined);
  return <GroupedPicker input={props} options={options} presets={presets} />;
}
