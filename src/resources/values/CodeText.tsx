import type { ReactNode } from 'react';

/** A code or key, which browsers must not translate (issue 33, "Doing"). */
export const CodeText = ({ children }: { children: ReactNode }) => <span translate="no">{children}</span>;
