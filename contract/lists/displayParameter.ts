/**
 * The parameter of a list with which a request asks for the records of one display alone. A list has it if its calendar
 * has a condition.
 */
export const displayParameter = 'display';
