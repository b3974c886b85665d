import { describe, expect, it } from 'vitest';
import { endpoints } from '../../contract/endpoints/index.ts';
import { user } from '../../contract/entities/user.ts';
import { canonicalTexts } from '../../contract/kinds/canonicalTexts.ts';
import { list, object, text } from '../../contract/schema/field/field.ts';

const label = { en: 'Word', zh: '词' };

describe('secret texts (R-VALID-08)', () => {
  it('keep their outer spaces, whatever they are called', () => {
    const fields = {
      pin: text({ label, secret: true, inputOnly: true }),
      password_hint: text({ label }),
      params: object({ token: text({ label, secret: true }), place: text({ label }) }, { label }),
      keys: list(text({ label, secret: true }), { label }),
      notes: list(text({ label }), { label }),
    };
    const body = {
      pin: ' 1 ',
      password_hint: ' a ',
      params: { token: ' t ', place: ' p ' },
      keys: [' k '],
      notes: [' n '],
    };
    expect(canonicalTexts(body, fields)).toEqual({
      pin: ' 1 ',
      password_hint: 'a',
      params: { token: ' t ', place: 'p' },
      keys: [' k '],
      notes: ['n'],
    });
    expect(canonicalTexts({ stray: ' x ' }, fields)).toEqual({ stray: 'x' });
    expect(canonicalTexts([' x '], fields)).toEqual(['x']);
  });

  it('are the passwords of users and calls', () => {
    const spaced = { name: ' a ', password: ' p ', password1: ' q ', password2: ' r ' };
    expect(canonicalTexts(spaced, endpoints.password.body)).toMatchObject({
      password: ' p ',
      password1: ' q ',
      password2: ' r ',
    });
    expect(canonicalTexts(spaced, endpoints.login.body)).toMatchObject({ name: 'a', password: ' p ' });
    expect(canonicalTexts(spaced, user.fields)).toMatchObject({ name: 'a', password: ' p ' });
  });
});
