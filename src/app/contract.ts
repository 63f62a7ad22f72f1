import { accessTokens } from '../accounts/access-tokens/contract.ts'
import { invites } from '../accounts/invites/contract.ts'
import { changes, collections } from '../accounts/manage-forms/contract.ts'
import { openId } from '../accounts/openid/contract.ts'
import { passkeys } from '../accounts/passkeys/contract.ts'
import { firstAdmin, users } from '../accounts/roles/contract.ts'
import { secondFactor } from '../accounts/second-factor/contract.ts'
import { security } from '../accounts/security/contract.ts'
import { viewerState } from '../accounts/viewer-state/contract.ts'
import { best } from '../content/best-of/contract.ts'
import { bookmarkList } from '../content/bookmark-list/contract.ts'
import { bookmarks } from '../content/bookmarks/contract.ts'
import { comments } from '../content/comments/contract.ts'
import { categories } from '../content/concepts/contract.ts'
import { following } from '../content/following/contract.ts'
import { conversations } from '../content/messages/contract.ts'
import { formerConversations } from '../content/messages/former-contract.ts'
import { notes } from '../content/notes/contract.ts'
import { posts } from '../content/posts/contract.ts'
import { revisionRedactions, revisions } from '../content/revisions/contract.ts'
import { searches } from '../content/search/contract.ts'
import { suggestions } from '../content/suggestions/contract.ts'
import { votes } from '../content/votes/contract.ts'
import { appeals } from '../moderation/appeals/contract.ts'
import { pendingContent } from '../moderation/approval/contract.ts'
import { blockedDomains } from '../moderation/blocked-domains/contract.ts'
import { moderationActions } from '../moderation/log/contract.ts'
import { purges } from '../moderation/purges/contract.ts'
import { removals } from '../moderation/removal/contract.ts'
import { reports } from '../moderation/reports/contract.ts'
import { rules } from '../moderation/rules/contract.ts'
import { sanctions } from '../moderation/sanctions/contract.ts'
import { community } from '../pages/community/contract.ts'
import { events } from '../pages/events/contract.ts'
import { resources } from '../pages/resources/contract.ts'
import { site } from '../pages/site-settings/contract.ts'
import { thinkers } from '../pages/thinkers/contract.ts'
import { activity } from '../people/activity/contract.ts'
import { firstSteps } from '../people/first-steps/contract.ts'
import { follows } from '../people/follows/contract.ts'
import { conceptFollows, postFollows, postMutes } from '../people/follows/subject-contract.ts'
import { blocks, mutes } from '../people/mutes/contract.ts'
import { notificationChoices } from '../people/notifications/choices-contract.ts'
import { notifications } from '../people/notifications/contract.ts'
import { profiles } from '../people/profiles/contract.ts'
import { myProfile } from '../people/profiles/my-profile-contract.ts'
import { leaving } from '../settings/account-deletion/contract.ts'
import { exports } from '../settings/exports/contract.ts'
import { digest, mailRefusals } from '../settings/mail-choices/contract.ts'
import { profilePage } from '../settings/profile-page/contract.ts'
import { reads } from '../shared/read-positions/contract.ts'
import { news } from '../shell/home/contract.ts'
import { operation } from '../staff/dashboard/contract.ts'
import { memberView } from '../staff/member-view/contract.ts'
import { vouches } from '../staff/member-view/vouch-contract.ts'
import { postModeration } from '../staff/post-moderation/contract.ts'
import { moderationCases } from '../staff/queue/contract.ts'

/** Declares every operation of the API once: forms, procedures, OpenAPI document, client and tests use it. */
export const contract = {
  accessTokens,
  activity,
  appeals,
  best,
  blockedDomains,
  blocks,
  bookmarks: { ...bookmarkList, ...bookmarks },
  categories,
  changes,
  collections,
  comments,
  conceptFollows,
  digest,
  conversations,
  events,
  firstSteps,
  following,
  follows,
  formerConversations,
  community,
  invites,
  viewerState,
  news,
  me: {
    ...myProfile,
    ...firstAdmin,
    ...security,
    ...openId,
    ...secondFactor,
    ...passkeys,
    ...leaving,
    ...exports,
  },
  memberView,
  moderationCases,
  moderationActions,
  mutes,
  notes,
  mailRefusals,
  notificationChoices,
  notifications,
  operation,
  pendingContent,
  postFollows,
  postMutes,
  postModeration,
  posts,
  profiles: { ...profiles, ...profilePage },
  reads,
  purges,
  removals,
  reports,
  resources,
  revisions: { ...revisions, ...revisionRedactions },
  rules,
  sanctions,
  searches,
  site,
  suggestions,
  thinkers,
  users,
  votes,
  vouches,
}
