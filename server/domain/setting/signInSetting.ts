import type { EntityRules } from '../../core/rules.ts';
import { requireRecentSignIn } from '../account/signIn/recentSignIn.ts';

/** Whoever changes what a sign-in needs has shown recently that it is them (issue 35, section 2). */
export const signInSetting: EntityRules<'sign_in_setting'> = {
  async prepare(_caller, _body, { context }) {
    await requireRecentSignIn(context);
    return {};
  },
};
