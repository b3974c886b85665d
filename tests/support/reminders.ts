import { contract } from '../../contract/index.ts';
import type { Context } from '../../server/core/context.ts';
import { sendReminders } from '../../server/resource/notify/reminders.ts';

/** Sends the reminders of licences that end, as the scheduled task does. */
export const remindOfEnds = (context: Context): Promise<boolean> =>
  sendReminders(context, contract.entity('assignment'));
