import { CoreAdminContext } from 'react-admin';
import { createRoot, type Root } from 'react-dom/client';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entity } from '../../contract/entity.ts';
import type { Fields } from '../../contract/field.ts';
import { contractResolver, hiddenByCondition } from '../../src/resources/form/contractResolver.ts';
import { FieldInputs } from '../../src/resources/form/FieldInputs.tsx';
import { neededIn, ruleMessages, takenMessages } from '../../src/resources/form/ruleMessages.ts';
import { siteSurvey } from '../support/survey/siteSurvey.ts';
import { until } from './support/until.ts';

const survey = siteSurvey as unknown as Entity;
const { parking, grade_id, reason, visit_at, until: good, place: site } = survey.fields as Fields;
const inner = parking?.fields ?? {};

let place: HTMLElement;
let root: Root;
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
});

function RuledForm({ fields, values }: { fields: Fields; values: object }) {
  const form = useForm({ defaultValues: values });
  return (
    <CoreAdminContext>
      <FormProvider {...form}>
        <FieldInputs
          fields={fields}
          isHidden={hiddenByCondition(fields, survey)}
          neededIn={(now) => neededIn(survey, now)}
        />
      </FormProvider>
    </CoreAdminContext>
  );
}

const inputs = async (): Promise<[string, boolean][]> => {
  await until(() => place.querySelector('input'));
  return [...place.querySelectorAll('input')].map(({ name, required }) => [name, required]);
};

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
    const said = async (values: object) =>
      (await contractResolver(fields, { isHidden, more })(values as never, undefined, {} as never)).errors;
    expect(await said({ parking: { spots: 99, gate: null } })).toMatchObject({
      parking: { gate: { message: 'required' } },
    });
    expect(await said({ parking: { spots: 99, gate: 'North' } })).toEqual({});
    expect(await said({ parking: { spots: 4 } })).toEqual({});
  });

  it('says it at the place of the object in the record', () => {
    const floor = { ...site?.fields?.product, at: 'sheet.place.product' } as Fields[string];
    const values = { sheet: { place: { floor: 200 } } };
    expect(ruleMessages(survey, { 'place.product': floor })(values)).toEqual({ 'sheet.place.product': 'required' });
  });
});

describe('the dialog of a step or an action', () => {
  const late = expect.stringMatching(/^after\?/);
  const record = { id: 1, status: 0, grade_id: 3, reason: null, until: '2030-06-03T08:00:00Z', visit_at: null };
  const asks = (taken: object, values: object, begun?: string[]) =>
    takenMessages(survey, record as never, taken as never, begun)(values as never);

  it('holds what is entered to what the record has, and to the state that the step leads to', () => {
    const input = { visit_at, until: good } as Fields;
    expect(asks({ input, to: 1 }, { until: null, visit_at: '2030-06-02T08:00:00Z' })).toEqual({});
    expect(asks({ input, to: 1 }, { until: '', visit_at: '2030-06-04T08:00:00Z' })).toEqual({ until: late });
    expect(asks({ input, to: 1 }, { until: '2030-06-05T00:00:00Z', visit_at: '2030-06-04T08:00:00Z' })).toEqual({});
    expect(asks({ input: { reason } as Fields, to: 1 }, { reason: '' })).toEqual({ reason: 'required' });
    expect(asks({ input: { reason } as Fields, to: 9 }, { reason: '' })).toEqual({});
    expect(asks({ input: { reason } as Fields, sets: { grade_id: 1 }, to: 1 }, { reason: '' })).toEqual({});
    expect(asks({ input: { reason, grade_id } as Fields, to: 1 }, { reason: 'x', grade_id: null })).toEqual({});
  });

  it('leaves to the server what stands at no input, and what the record at hand does not carry', () => {
    expect(asks({ input: { visit_at } as Fields, to: 1 }, { visit_at: '2030-06-04T08:00:00Z' })).toEqual({});
    const object = { input: { parking } as Fields };
    expect(asks(object, { parking: { spots: 90, gate: '' } })).toEqual({ 'parking.gate': 'required' });
    expect(asks(object, { parking: { spots: null, gate: '' } })).toEqual({});
    expect(asks(object, { parking: { spots: 90, gate: null } }, ['parking'])).toEqual({ 'parking.gate': 'required' });
  });
});
