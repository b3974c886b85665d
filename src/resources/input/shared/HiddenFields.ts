import { createContext, useContext } from 'react';

/** True if the values of the form hide the field. Fields inside objects have a dotted name. */
type IsHidden = (name: string, values: Readonly<Record<string, unknown>>) => boolean;

const HiddenFieldsContext = createContext<IsHidden>(() => false);

/** Provides the inputs of a form with the check for hidden fields. */
export const HiddenFieldsProvider = HiddenFieldsContext.Provider;

export const useIsFieldHidden = (): IsHidden => useContext(HiddenFieldsContext);
