/** The label above a group of inputs. Their own labels stand on their upper edges, so it keeps its distance. */
export const groupLabelStyle = { display: 'block', fontSize: '0.75rem', mb: 1.25 } as const;
