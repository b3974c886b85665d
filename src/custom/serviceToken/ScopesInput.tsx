import { Autocomplete, Box, Button, Chip } from '@mui/material';
import { useGetOne } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { allScopes, scopeWord } from '../../../contract/access/scopes.ts';
import { readEverything } from '../../../contract/endpoints/endpoint.ts';
import { demandAllDeclarations } from '../../../contract/outlines/outlinedContract.ts';
import type { Role } from '../../../contract/schema/access.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { text, translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { pickerField } from '../../resources/input/pickers/pickerField.tsx';
import { useFieldInput } from '../../resources/input/shared/useFieldInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';

interface Option {
  readonly scope: string;
  readonly group: string;
  readonly label: string;
}

/** The scopes that a role has, by what they concern; each group begins with all of its operations. */
function optionsFor(contract: Contract, role: Role | undefined): Option[] {
  demandAllDeclarations(contract);
  const words = text().serviceToken;
  const labels = new Map(contract.entities.map((entity) => [scopeWord(entity), translate(entity.labels)]));
  const scopes = allScopes(contract).filter(({ roles }) => role === undefined || roles.includes(role));
  const groups = [...new Set(scopes.map(({ scope }) => scope.split(':')[0] ?? ''))];
  return [
    { scope: readEverything, group: words.all, label: words.readEverything },
    ...groups.flatMap((word) => {
      const group = labels.get(word) ?? word;
      const own = scopes.filter(({ scope }) => scope.startsWith(`${word}:`));
      return [
        { scope: `${word}:*`, group, label: words.everything },
        ...own.map(({ scope, label }) => ({ scope, group, label: translate(label) })),
      ];
    }),
  ];
}

const presets = {
  readEverything: [readEverything],
  orderDesk: ['order:*', 'enterprise:read', 'product:read', 'project:read'],
  licenceDesk: ['licence:*', 'order:read', 'project:read', 'application:*'],
} as const;

/** The scopes of a token: a list to search in, by what they concern, and three common choices. */
export default function ScopesInput(props: FieldInputProps) {
  const contract = useContract();
  const account = useWatch({ name: 'account_id' }) as number | null | undefined;
  const { data } = useGetOne('service_account', { id: account ?? 0 }, { enabled: Boolean(account) });
  const options = optionsFor(contract, data?.['role'] as Role | undefined);
  const state = useFieldInput(props);
  const { input, disabled } = state;
  const value: readonly string[] = Array.isArray(input.value) ? input.value : [];
  const byScope = new Map(options.map((option) => [option.scope, option]));
  const known = value.map((scope) => byScope.get(scope) ?? { scope, group: '', label: '' });
  const words = text().serviceToken;
  const choose = (scopes: readonly string[]) => input.onChange([...new Set([...value, ...scopes])]);
  return (
    <Box>
      <Autocomplete<Option, true>
        multiple
        disableCloseOnSelect
        options={options}
        groupBy={({ group }) => group}
        getOptionLabel={({ scope, label }) => `${scope} ${label}`}
        isOptionEqualToValue={(one, other) => one.scope === other.scope}
        renderOption={({ key: _, ...item }, { scope, label }) => (
          <Box component="li" key={scope} {...item}>
            <Box component="code" translate="no" sx={{ mr: 1.5 }}>
              {scope}
            </Box>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {label}
            </Box>
          </Box>
        )}
        renderValue={(chosen, itemProps) =>
          chosen.map(({ scope }, index) => {
            const { key, ...item } = itemProps({ index });
            return <Chip key={key} size="small" label={scope} translate="no" {...item} />;
          })
        }
        value={known}
        onChange={(_event, next) => input.onChange(next.map(({ scope }) => scope))}
        onBlur={() => input.onBlur()}
        disabled={disabled}
        renderInput={pickerField(state)}
      />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 0.5 }}>
        {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => (
          <Button key={name} size="small" disabled={disabled} onClick={() => choose(presets[name])}>
            {words[name]}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
