import type { Entity } from '../../../contract/schema/entity.ts';
import { withMoreEntities } from '../withMoreEntities.ts';
import { siteSurvey } from './siteSurvey.ts';
import { surveyFinding } from './surveyFinding.ts';
import { surveyNote } from './surveyNote.ts';
import { surveyTool } from './surveyTool.ts';

type Index = typeof import('../../../contract/index.ts');

/** The invented entities. What stands in their registry knows nothing of the server: that reads the registry itself. */
export const invented: readonly Entity[] = [siteSurvey, surveyFinding, surveyTool, surveyNote];

/** The registry of the product with the invented entities in it, as their two lines in contract/index.ts would have it. */
export const withEntities = (index: Index) =>
  withMoreEntities(index, {
    site_survey: siteSurvey,
    survey_finding: surveyFinding,
    survey_tool: surveyTool,
    survey_note: surveyNote,
  });
