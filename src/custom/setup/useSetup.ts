import { optionalSetupSteps, type SetupStep } from '../../../contract/choices/setup.ts';
import { useEndpointQuery } from '../../dataProvider/useEndpoint.ts';

/** A step of setting up the console, as it is answered. */
export interface SetupState {
  readonly name: SetupStep;
  readonly done: boolean;
}

/** True once nothing is open that the console needs. */
export const isSetUp = (steps: readonly SetupState[]): boolean =>
  steps.every(({ name, done }) => done || optionalSetupSteps.includes(name));

/** The steps of setting up the console; fetched again after everything that is saved. */
export function useSetup(quiet = false) {
  const found = useEndpointQuery('setup', { quiet });
  return { ...found, steps: found.data?.steps as readonly SetupState[] | undefined };
}
