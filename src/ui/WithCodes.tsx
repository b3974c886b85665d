/** A word of capital letters and digits, such as `ORD2026112600054` or `LK-1091-5159`, inside a sentence. */
const code = /(?<![\p{L}\p{N}])([A-Z]{2,}-?\d[A-Z0-9-]{2,})(?![\p{L}\p{N}])/u;

/** A text in which browsers do not translate the codes (issue 33, "Doing"). */
export const WithCodes = ({ children }: { children: string }) =>
  // The parts at odd places are those that the pattern captured.
  children.split(code).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} translate="no">
        {part}
      </span>
    ),
  );
