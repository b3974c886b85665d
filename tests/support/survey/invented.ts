import type { Contract, DeclaredEntity } from '../../../contract/schema/entity.ts';
import { siteSurvey } from '../../../examples/service-desk/surveys/siteSurvey.ts';
import { siteSurvey as rules } from '../../../examples/service-desk/surveys/siteSurveyRules.ts';
import { surveyFinding } from '../../../examples/service-desk/surveys/surveyFinding.ts';
import { surveyNote } from '../../../examples/service-desk/surveys/surveyNote.ts';
import { surveySetting } from '../../../examples/service-desk/surveys/surveySetting.ts';
import { surveyTool } from '../../../examples/service-desk/surveys/surveyTool.ts';
import type { Rules } from '../../../server/core/rules.ts';
import { contractWith } from '../contractWith.ts';

/** The test entities, as registered in contract/index.ts. */
export const invented: Readonly<Record<string, DeclaredEntity>> = {
  site_survey: siteSurvey,
  survey_finding: surveyFinding,
  survey_tool: surveyTool,
  survey_note: surveyNote,
  survey_setting: surveySetting,
};

/** The contract of the product with the test entities. */
export const surveyContract: Contract = contractWith(invented);

/** The rules of the test entity, as registered in server/domain. */
export const surveyRules: Readonly<Record<string, Rules>> = { site_survey: rules as unknown as Rules };
