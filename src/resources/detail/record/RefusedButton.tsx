import { Button, type ButtonProps, Tooltip } from '@mui/material';
import { useId, useState } from 'react';
import { refusalSentence } from '../../../../contract/access/refusalSentence.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { currentCaller } from '../../../authProvider/authProvider.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { translate } from '../../../i18n/text.ts';

interface Props {
  readonly entity: Entity;
  readonly record: RecordData;
  /** The operation or the step. */
  readonly action: string;
  /** The text of the button. */
  readonly children: string;
  readonly look?: ButtonProps;
}

const faint = { opacity: 0.55, cursor: 'not-allowed' } as const;

/**
 * A button for what the record does not allow now, with the declaration's sentence about the reason. It can be focused,
 * so that the keyboard and screen readers reach the sentence; a tap or a click shows it. Nothing without such a sentence.
 */
export function RefusedButton({ entity, record, action, children, look }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const caller = currentCaller();
  const sentence = caller && refusalSentence({ entity, action, caller, record });
  if (!sentence) return null;
  const reason = translate(sentence);
  return (
    <>
      <Tooltip
        title={reason}
        describeChild
        open={isOpen}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        leaveTouchDelay={6000}
      >
        <Button
          variant="outlined"
          {...look}
          aria-disabled
          aria-describedby={id}
          disableRipple
          sx={faint}
          onClick={() => setOpen(true)}
        >
          {children}
        </Button>
      </Tooltip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  );
}
