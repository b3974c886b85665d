import userEvent from '@testing-library/user-event';
import { FormProvider, useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { createContract } from '../../contract/createContract.ts';
import { registry } from '../../contract/index.ts';
import { decimal, type Field, type Fields, integer } from '../../contract/schema/field/field.ts';
import { siteSurvey } from '../../examples/service-desk/surveys/siteSurvey.ts';
import { InputDialog } from '../../src/resources/dialog/InputDialog.tsx';
import { FieldInputs } from '../../src/resources/form/FieldInputs.tsx';
import {
  requiredByRules,
  requiredByStep,
  ruleMessages,
  stepRuleMessages,
} from '../../src/resources/form/ruleMessages.ts';
import { useEntityForm } from '../../src/resources/form/useEntityForm.ts';
import { contractResolver, hiddenByCondition, shownForm } from '../../src/resources/formState/contractResolver.ts';
import { AdminContext } from './support/adminContext.tsx';
import { eachWithTestRoot, root, testRoot } from './support/testRoot.ts';
import { until } from './support/until.ts';

const contract = createContract({ ...registry, site_survey: siteSurvey });
const survey = contract.entity('site_survey');
const { parking, grade_id, reason, visit_at, until: good, place: site } = survey.fields as Fields;
const inner = parking?.fields ?? {};

eachWithTestRoot();

function RuledForm({ fields, values }: { fields: Fields; values: object }) {
  const form = useForm({ defaultValues: values });
  return (
    <AdminContext contract={contract}>
      <FormProvider {...form}>
        <FieldInputs
          fields={fields}
          isHidden={hiddenByCondition(fields, survey)}
          requiredIn={(now) => requiredByRules(survey, now)}
        />
      </FormProvider>
    </AdminContext>
  );
}

const inputs = async (): Promise<[string, boolean][]> => {
  await until(() => testRoot.querySelector('input'));
  return [...testRoot.querySelectorAll('input')].map(({ name, required }) => [name, required]);
};

describe('numbers with a step', () => {
  const fields: Fields = {
    packs: integer({ label: { en: 'Packs', zh: '包数' }, step: 12 }),
    used: decimal({ label: { en: 'Used', zh: '用量' }, step: 0.25 }),
  };

  it('are refused by a form with the nearest allowed values, and sent once they are right', async () => {
    const sent: object[] = [];
    root.render(
      <AdminContext contract={contract}>
        <InputDialog
          title="Consumption"
          action="Send"
          fields={fields}
          start={{}}
          send={async (body) => sent.push(body)}
          onClose={() => undefined}
        />
      </AdminContext>,
    );
    const user = userEvent.setup({ delay: null });
    const type = async (name: string, value: string) => {
      const input = await until(() => document.querySelector<HTMLInputElement>(`input[name="${name}"]`));
      await user.clear(input);
      await user.type(input, value);
    };
    const submit = async () =>
      user.click(await until(() => document.querySelector<HTMLElement>('button[type=submit]')));
    await type('packs', '25');
    await type('used', '1.3');
    await submit();
    const errors = () =>
      [...document.querySelectorAll('.Mui-error.MuiFormHelperText-root')].map((one) => one.textContent);
    await expect
      .poll(errors)
      .toEqual([
        'Enter a multiple of 12; the nearest ones are 24 and 36',
        'Enter a multiple of 0.25; the nearest ones are 1.25 and 1.5',
      ]);
    await type('packs', '24');
    await type('used', '1.5');
    await submit();
    await expect.poll(() => sent).toEqual([{ packs: 24, used: '1.50' }]);
  });
});

describe('days with limits by the clock', () => {
  const rules = ruleMessages(survey, survey.fields);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  it('are refused by the form of a new record, and by that of another one where they change', () => {
    expect(rules({ paper_on: day(2) })).not.toHaveProperty('paper_on');
    expect(rules({ paper_on: day(-2) })).toHaveProperty('paper_on', expect.stringContaining('earliest'));
    expect(rules({ paper_on: day(400) })).toHaveProperty('paper_on', expect.stringContaining('latest'));
    const old = ruleMessages(survey, survey.fields, { paper_on: '2020-01-31' });
    expect(old({ paper_on: '2020-01-31' })).not.toHaveProperty('paper_on');
    expect(old({ paper_on: '2020-02-01' })).toHaveProperty('paper_on');
  });

  it('are refused by the dialog of a step that writes them', () => {
    const input = { paper_on: survey.fields['paper_on'] as Field };
    const messages = stepRuleMessages(survey, { id: 1, paper_on: '2020-01-31' } as never, { input });
    expect(messages({ paper_on: '2020-02-01' })).toHaveProperty('paper_on');
    expect(messages({ paper_on: day(2) })).toEqual({});
  });
});

describe('what an object has hidden by a condition', () => {
  const fields: Fields = {
    stop: {
      kind: 'object',
      label: { en: 'Stop', zh: '停靠' },
      fields: {
        kind: { kind: 'text', label: { en: 'Kind', zh: '类型' } },
        gate: { kind: 'text', label: { en: 'Gate', zh: '入口' }, required: true, shownWhen: { 'stop.kind': 'dock' } },
      },
    },
  };

  it('is not sent by a dialog, and is there again when the condition holds again', async () => {
    const sent: object[] = [];
    root.render(
      <AdminContext contract={contract}>
        <InputDialog
          title="Stop"
          action="Send"
          fields={fields}
          start={{ stop: { kind: 'dock', gate: 'North' } }}
          send={async (body) => sent.push(body)}
          onClose={() => undefined}
        />
      </AdminContext>,
    );
    const user = userEvent.setup({ delay: null });
    const input = (name: string) =>
      until(() => document.querySelector<HTMLInputElement>(`input[name="${name}"], textarea[name="${name}"]`));
    const submit = async () =>
      user.click(await until(() => document.querySelector<HTMLElement>('button[type=submit]:not(:disabled)')));
    expect((await input('stop.gate')).value).toBe('North');
    await user.clear(await input('stop.kind'));
    await user.type(await input('stop.kind'), 'quay');
    await until(() => document.querySelector('[name="stop.gate"]') === null);
    await submit();
    await expect.poll(() => sent).toEqual([{ stop: { kind: 'quay' } }]);
    await user.clear(await input('stop.kind'));
    await user.type(await input('stop.kind'), 'dock');
    expect((await input('stop.gate')).value).toBe('North');
    await submit();
    await expect.poll(() => sent.at(-1)).toEqual({ stop: { kind: 'dock', gate: 'North' } });
  });

  it('is neither asked for nor sent by a form of the record, nor is what stands in an object that is hidden itself', () => {
    const shown = (values: object) =>
      shownForm(fields, values as never, hiddenByCondition(fields, { name: 'x', fields }));
    expect(shown({ stop: { kind: 'quay', gate: 'North' } }).values).toEqual({ stop: { kind: 'quay' } });
    expect(shown({ stop: { kind: 'dock', gate: 'North' } }).values).toEqual({ stop: { kind: 'dock', gate: 'North' } });
    expect(shown({ stop: null }).values).toEqual({ stop: null });
    const stop = { ...fields['stop'], shownWhen: { other: 1 } } as Field;
    const over = { name: 'x', fields: { stop, other: { kind: 'integer', label: stop.label } as Field } };
    const asked: Fields = { 'stop.kind': (stop.fields as Fields)['kind'] as Field };
    const isHidden = hiddenByCondition(asked, over);
    expect([isHidden('stop.kind', { other: 2 }), isHidden('stop.kind', { other: 1 })]).toEqual([true, false]);
  });
});

describe('a form with rules inside an object', () => {
  const fields = { 'parking.spots': inner.spots, 'parking.gate': inner.gate } as Fields;

  it.each([
    ['asks for what is shown', { parking: { spots: 90 } }, [['parking.spots', false] as const, ['parking.gate', true]]],
    ['does not ask for the rest', { parking: { spots: 4 } }, [['parking.spots', false] as const]],
  ])('%s, and marks it as required', async (_, values, expected) => {
    root.render(<RuledForm fields={fields} values={values} />);
    expect(await inputs()).toEqual(expected);
  });

  it('shows of a whole object what its values show', async () => {
    const whole = { parking } as Fields;
    root.render(<RuledForm fields={whole} values={{ parking: { spots: 4 } }} />);
    expect((await inputs()).map(([name]) => name)).toEqual(['parking.spots', 'parking.until']);
    root.render(<RuledForm key="shown" fields={whole} values={{ parking: { spots: 99 } }} />);
    await expect.poll(async () => (await inputs()).map(([name]) => name)).toContain('parking.gate');
  });

  it('refuses before it sends, below the input', async () => {
    const more = ruleMessages(survey, fields);
    const isHidden = hiddenByCondition(fields, survey);
    const errorsOf = async (values: object) =>
      (await contractResolver(fields, { isHidden, more })(values as never, undefined, {} as never)).errors;
    expect(await errorsOf({ parking: { spots: 99, gate: null } })).toMatchObject({
      parking: { gate: { message: 'required' } },
    });
    expect(await errorsOf({ parking: { spots: 99, gate: 'North' } })).toEqual({});
    expect(await errorsOf({ parking: { spots: 4 } })).toEqual({});
  });

  it('says it at the place of the object in the record', () => {
    const floor = { ...site?.fields?.product, readPath: 'sheet.place.product' } as Fields[string];
    const values = { sheet: { place: { floor: 200 } } };
    expect(ruleMessages(survey, { 'place.product': floor })(values)).toEqual({ 'sheet.place.product': 'required' });
  });
});

describe('the form of a record', () => {
  const options = { form: ['map', 'reason', 'summary'] };

  function RecordForm({ values }: { values: object }) {
    const { drawn } = useEntityForm(survey, options, 'SuperAdmin', 'edit', values as never);
    const form = useForm({ defaultValues: values });
    return (
      <FormProvider {...form}>
        <FieldInputs {...drawn} />
      </FormProvider>
    );
  }
  const drawn = async (values: object) => {
    root.render(null);
    await until(() => testRoot.querySelector('input') === null);
    root.render(
      <AdminContext key={JSON.stringify(values)} contract={contract}>
        <RecordForm values={values} />
      </AdminContext>,
    );
    await until(() => testRoot.querySelector('[name=map]'));
    const of = (name: string) => testRoot.querySelector<HTMLInputElement>(`[name=${name}]`);
    return { map: of('map')?.disabled, reason: of('reason')?.required, text: testRoot.textContent };
  };

  it('marks what a rule requires for the record as required', async () => {
    expect(await drawn({ status: 1, grade_id: 3 })).toMatchObject({ reason: true });
    expect(await drawn({ status: 0, grade_id: 3 })).toMatchObject({ reason: false });
  });

  it('disables a field that the record makes read-only, and says why', async () => {
    const sent = 'The surveyor has been sent there';
    const fixed = await drawn({ status: 1, urgent: true });
    expect([fixed.map, fixed.text?.includes(sent)]).toEqual([true, true]);
    // What the environment sets is locked beside it, without that reason.
    const locked = await drawn({ status: 0, locked_fields: ['map'] });
    expect([locked.map, locked.text?.includes(sent)]).toEqual([true, false]);
    for (const values of [{ status: 0, urgent: true }, { status: 1, urgent: false }, {}]) {
      const free = await drawn(values);
      expect([free.map, free.text?.includes(sent)]).toEqual([false, false]);
    }
  });
});

describe('the dialog of a step or an action', () => {
  const late = expect.stringMatching(/^after\?/);
  const record = { id: 1, status: 0, grade_id: 3, reason: null, until: '2030-06-03T08:00:00Z', visit_at: null };
  const asks = (taken: object, values: object, begun?: string[]) =>
    stepRuleMessages(survey, record as never, taken as never, begun)(values as never);

  it('holds what is entered to what the record has, and to the state that the step leads to', () => {
    const input = { visit_at, until: good } as Fields;
    expect(asks({ input, to: 1 }, { until: null, visit_at: '2030-06-02T08:00:00Z' })).toEqual({});
    expect(asks({ input, to: 1 }, { until: '', visit_at: '2030-06-04T08:00:00Z' })).toEqual({ until: late });
    expect(asks({ input, to: 1 }, { until: '2030-06-05T00:00:00Z', visit_at: '2030-06-04T08:00:00Z' })).toEqual({});
    expect(asks({ input: { reason } as Fields, to: 1 }, { reason: '' })).toEqual({ reason: 'required' });
    expect(asks({ input: { reason } as Fields, to: 9 }, { reason: '' })).toEqual({});
    expect(asks({ input: { reason } as Fields, assign: { grade_id: 1 }, to: 1 }, { reason: '' })).toEqual({});
    expect(asks({ input: { reason, grade_id } as Fields, to: 1 }, { reason: 'x', grade_id: null })).toEqual({});
  });

  it('marks an input that a rule requires after what is entered, while neither it nor the record has a value', async () => {
    const taken = { input: { reason, grade_id } as Fields, to: 1 };
    const marked = (values: object, of: object = record, begun?: string[]) => [
      ...requiredByStep(survey, of as never, taken as never, begun)(values as never),
    ];
    expect(marked({ reason: '', grade_id: null })).toEqual(['reason']);
    expect(marked({ reason: '', grade_id: 1 })).toEqual([]);
    expect(marked({ reason: '' }, { ...record, grade_id: 1 })).toEqual([]);
    expect(marked({ reason: '', grade_id: 3 }, { ...record, grade_id: 1 })).toEqual(['reason']);
    expect(marked({ reason: '' }, { ...record, reason: 'Known' })).toEqual([]);
    expect(marked({ reason: '' }, { ...record, reason: 'Known' }, ['reason'])).toEqual(['reason']);
    root.render(
      <AdminContext contract={contract}>
        <InputDialog
          title="Plan"
          action="Plan"
          fields={taken.input}
          start={{ grade_id: 3 }}
          requiredIn={requiredByStep(survey, record as never, taken as never)}
          send={async () => undefined}
          onClose={() => undefined}
        />
      </AdminContext>,
    );
    await expect.poll(() => document.querySelector<HTMLInputElement>('[name=reason]')?.required).toBe(true);
  });

  it('leaves to the server what stands at no input, and what the record at hand does not carry', () => {
    expect(asks({ input: { visit_at } as Fields, to: 1 }, { visit_at: '2030-06-04T08:00:00Z' })).toEqual({});
    const object = { input: { parking } as Fields };
    expect(asks(object, { parking: { spots: 90, gate: '' } })).toEqual({ 'parking.gate': 'required' });
    expect(asks(object, { parking: { spots: null, gate: '' } })).toEqual({});
    expect(asks(object, { parking: { spots: 90, gate: null } }, ['parking'])).toEqual({ 'parking.gate': 'required' });
  });
});
