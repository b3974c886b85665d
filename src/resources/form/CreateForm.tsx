import { Alert, Box, Button, Skeleton } from '@mui/material';
import { Suspense, useRef, useState } from 'react';
import { ResourceContextProvider, useCreate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { isRole } from '../../../contract/roles/index.ts';
import { recordNoun } from '../../../contract/screens/recordNoun.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { failureBody } from '../../dataProvider/http/failure.ts';
import { useIdempotencyKeys } from '../../dataProvider/http/idempotency.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text, translate } from '../../i18n/text.ts';
import { AppDialog } from '../../ui/dialog/AppDialog.tsx';
import type { CreateFormProps } from '../dialogSlots.ts';
import type { FormValues } from '../formState/contractResolver.ts';
import { defaultValues } from '../formState/defaultValues.ts';
import { type FormMessages, formFailure, formMessages } from '../formState/formMessages.ts';
import { TextInput } from '../input/scalars/TextInput.tsx';
import { CalculatedNumbers } from '../input/shared/CalculatedNumbers.tsx';
import { useDoneNotice } from '../notice/useDoneNotice.tsx';
import { useOverrides } from '../overrides.ts';
import { DialogForm, unfinished } from './DialogForm.tsx';
import { repeatMessages, repeatSource, withChildFields } from './entityFields.ts';
import { FieldInputs } from './FieldInputs.tsx';
import { FollowDefaults } from './FollowDefaults.tsx';
import { useEntityForm } from './useEntityForm.ts';

/** The input in which a secret is repeated. */
const RepeatInput = ({ name }: { name: string }) => (
  <TextInput
    source={repeatSource(name)}
    label={text().form.repeat}
    field={{ kind: 'text', label: { en: '', zh: '' }, required: true, secret: true }}
  />
);

const messageForSource = (source: string, messages: FormMessages): string | undefined =>
  Object.entries(messages).find(([name]) => name.split(/[.[]/)[0] === source)?.[1] as string | undefined;

/**
 * The dialog that creates a record, generated from its declaration; it has two steps if the overrides declare a second
 * one.
 */
export function CreateForm({ entity, options: given, start, title, onClose }: CreateFormProps) {
  const role = useRole();
  const options = withChildFields(entity, given, role, 'create');
  const done = useDoneNotice(entity);
  const [create] = useCreate();
  const keyFor = useIdempotencyKeys();
  const {
    useCheck = useNoCheck,
    secondStep,
    createText,
    created: Created,
    givenSecrets = [],
  } = useOverrides(entity.name);
  const check = useCheck();
  const second = secondStep?.roles.some((one) => isRole(role, one)) ? secondStep : undefined;
  /** The ids chosen in the second step; undefined in the first step. */
  const [chosen, setChosen] = useState<ReadonlySet<number>>();
  /** The ids that a restored draft had in its second step. */
  const restored = useRef<readonly number[]>([]);
  const [refused, setRefused] = useState<string>();
  const [made, setMade] = useState<RecordData>();
  const { fields, sentOf, resolver, drawn } = useEntityForm(entity, options, role, 'create');
  const secrets = Object.keys(fields).filter((name) => fields[name]?.secret && !givenSecrets.includes(name));
  const send = async (values: FormValues) => {
    const data = {
      ...options.preset,
      ...sentOf(values),
      ...(second && chosen && { [second.source]: [...chosen] }),
    };
    const meta = { idempotencyKey: keyFor(data) };
    const created: RecordData = await create(entity.name, { data, meta }, { returnPromise: true });
    done(created, undefined, text().done.created);
    if (Created) setMade(created);
    else onClose();
  };
  const submit = async (values: FormValues) => {
    const found = chosen ? {} : await check(values);
    if (Object.keys(found).length > 0) throw formFailure(found);
    if (second && !chosen) {
      setChosen(new Set(restored.current));
      return unfinished;
    }
    try {
      await send(values);
    } catch (failure) {
      const ofChoice = second && messageForSource(second.source, formMessages(failure));
      setRefused(ofChoice);
      // Fields of the record that were refused are shown in the first step.
      if (!ofChoice && failureBody(failure).fields) setChosen(undefined);
      throw failure;
    }
    return undefined;
  };
  const draft = {
    name: `create ${entity.name} ${JSON.stringify({ ...options.preset, ...start })}`,
    fields,
    extra: chosen && [...chosen],
    onExtra: (ids: unknown) => {
      restored.current = ids as number[];
    },
  };
  if (Created && made)
    return (
      <AppDialog title={translate(entity.label)} onClose={onClose}>
        <Suspense fallback={<Skeleton variant="rounded" height={120} sx={{ m: 3 }} />}>
          <Created record={made} onClose={onClose} />
        </Suspense>
      </AppDialog>
    );
  return (
    <ResourceContextProvider value={entity.name}>
      <AppDialog title={title ?? text().list.create(translate(recordNoun(entity, options.preset)))} onClose={onClose}>
        <DialogForm
          submit={second && !chosen ? text().steps.next : (createText?.() ?? text().actions.create)}
          resolver={resolver((values) =>
            repeatMessages(secrets.filter((name) => !drawn.isHidden(name, values)))(values),
          )}
          defaultValues={{ ...defaultValues(entity.contract, fields, options.preset, entity.fields), ...start }}
          onSubmit={submit}
          draft={draft}
          back={chosen && <Button onClick={() => setChosen(undefined)}>{text().steps.back}</Button>}
        >
          <FollowDefaults fields={fields} all={entity.fields} />
          {second && chosen && <SecondStepView step={second} chosen={chosen} onChange={setChosen} refused={refused} />}
          <Box sx={{ display: chosen ? 'none' : 'block', pt: 1 }}>
            <FieldInputs
              {...drawn}
              beside={Object.fromEntries(
                secrets.map((name) => [name, <RepeatInput key={repeatSource(name)} name={name} />]),
              )}
            />
            <CalculatedNumbers fields={fields} />
          </Box>
        </DialogForm>
      </AppDialog>
    </ResourceContextProvider>
  );
}

const noCheck = async () => ({});
const useNoCheck = () => noCheck;

interface SecondStepViewProps {
  step: NonNullable<ReturnType<typeof useOverrides>['secondStep']>;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
  refused: string | undefined;
}

function SecondStepView({ step: { Choose }, chosen, onChange, refused }: SecondStepViewProps) {
  const values = useFormContext().getValues();
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
      {refused && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {refused}
        </Alert>
      )}
      <Choose values={values} chosen={chosen} onChange={onChange} />
    </Suspense>
  );
}
