/** The chosen option is shown whole, in several lines where one has too little room. */
export const wholeTextStyle = { '& .MuiSelect-select.MuiSelect-select': { whiteSpace: 'normal' } } as const;
