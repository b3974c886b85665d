import { contract } from '../../contract/index.ts';
import type { Context } from '../../server/core/context.ts';
import { sendReminders } from '../../server/resource/notify/reminders.ts';

/** Tells of the licences that end, as the clock does. */
export const remindOfEnds = (context: Context): Promise<boolean> =>
  sendReminders(context, contract.entity('assignment'));
