/** A word of capital letters and digits, such as `ORD2026112600054`, `T-000002` or `LK-1091-5159`, inside a sentence. */
const code = /(?<![\p{L}\p{N}])([A-Z]+-?\d[A-Z0-9-]{2,})(?![\p{L}\p{N}])/u;

/** Codes up to this length fit on a line of the narrowest window. */
const longestOnOneLine = 24;

const wholeStyle = { whiteSpace: 'nowrap' } as const;

/** A text in which browsers do not translate the codes (issue 33, "Doing"), nor break them at the end of a line. */
export const WithCodes = ({ children }: { children: string }) =>
  // The parts at odd places are those that the pattern captured.
  children.split(code).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} translate="no" style={part.length > longestOnOneLine ? undefined : wholeStyle}>
        {part}
      </span>
    ),
  );
