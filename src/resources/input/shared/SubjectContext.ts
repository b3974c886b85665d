import { createContext, useContext } from 'react';
import type { Entity } from '../../../../contract/schema/entity.ts';

/** The record that the inputs of a dialog are about, where the form around them does not hold it. */
interface Subject {
  readonly entity: Entity;
  readonly record: Readonly<Record<string, unknown>>;
}

const SubjectContext = createContext<Subject | undefined>(undefined);

/** Hands the inputs of a step or an action the record that it is taken with. */
export const SubjectProvider = SubjectContext.Provider;

export const useSubject = (): Subject | undefined => useContext(SubjectContext);
