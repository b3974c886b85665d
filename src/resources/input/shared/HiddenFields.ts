import { createContext, useContext } from 'react';

/** Is the field hidden by what the form holds? By its name, what is inside an object with a dot. */
type IsHidden = (name: string, values: Readonly<Record<string, unknown>>) => boolean;

const HiddenFieldsContext = createContext<IsHidden>(() => false);

/** Says to the inputs below what the values of the form hide. */
export const HiddenFieldsProvider = HiddenFieldsContext.Provider;

export const useIsFieldHidden = (): IsHidden => useContext(HiddenFieldsContext);
