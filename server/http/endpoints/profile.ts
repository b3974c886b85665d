import {
  type NoticeWish,
  readNotices,
  readProfile,
  saveNotices,
  saveProfile,
} from '../../domain/account/profile/profile.ts';
import type { EndpointHandlers } from '../serve.ts';

/** One's own profile and notices. */
export const profileHandlers: EndpointHandlers<
  'profile' | 'profile_save' | 'profile_notices' | 'profile_notices_save'
> = {
  profile: readProfile,
  profile_save: (context, { body }) => saveProfile(context, body),
  profile_notices: readNotices,
  profile_notices_save: (context, { body }) =>
    saveNotices(context, { ...body, kinds: body.kinds as readonly NoticeWish[] | undefined }),
};
