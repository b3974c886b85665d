import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  onRendered: () => void;
  children: ReactNode;
}

/**
 * Calls a function once when its children are rendered, which is later than itself if they suspend. A popover that was
 * placed for a smaller stand-in is placed again then, so that it does not leave the window.
 */
export function OnRendered({ onRendered, children }: Props) {
  const callback = useRef(onRendered);
  useEffect(() => callback.current(), []);
  return children;
}
