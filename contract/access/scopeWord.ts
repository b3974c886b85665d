/** The product's word for an entity in scopes and events: a licence is stored as an assignment. */
export const scopeWord = ({ name }: { readonly name: string }): string => (name === 'assignment' ? 'licence' : name);
