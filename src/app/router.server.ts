import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { onError } from '@orpc/server'
import { accessTokenConstraints, accessTokens } from '../accounts/access-tokens/procedures.server.ts'
import { invites } from '../accounts/invites/procedures.server.ts'
import { changes, collections } from '../accounts/manage-forms/procedures.server.ts'
import { openId } from '../accounts/openid/procedures.server.ts'
import { passkeys } from '../accounts/passkeys/procedures.server.ts'
import { firstAdmin, roleConstraints, users } from '../accounts/roles/procedures.server.ts'
import { secondFactor } from '../accounts/second-factor/procedures.server.ts'
import { security } from '../accounts/security/procedures.server.ts'
import { best } from '../content/best-of/procedures.server.ts'
import { bookmarkList } from '../content/bookmark-list/procedures.server.ts'
import { bookmarks } from '../content/bookmarks/procedures.server.ts'
import { commentConstraints, comments } from '../content/comments/procedures.server.ts'
import { categories, categoryConstraints } from '../content/concepts/procedures.server.ts'
import { following } from '../content/following/procedures.server.ts'
import {
  conversations,
  formerConversations,
  messageConstraints,
} from '../content/messages/procedures.server.ts'
import { noteConstraints, notes } from '../content/notes/procedures.server.ts'
import { postConstraints, posts } from '../content/posts/procedures.server.ts'
import { writing } from '../content/posts/write/write.server.ts'
import { revisionRedactions, revisions } from '../content/revisions/procedures.server.ts'
import { searches } from '../content/search/procedures.server.ts'
import { suggestions } from '../content/suggestions/procedures.server.ts'
import { voteConstraints, votes } from '../content/votes/procedures.server.ts'
import { type ConstraintErrors, logUnexpected } from '../core/errors.server.ts'
import { appeals } from '../moderation/appeals/procedures.server.ts'
import { pendingContent } from '../moderation/approval/procedures.server.ts'
import { blockedDomains } from '../moderation/blocked-domains/procedures.server.ts'
import { moderationActions } from '../moderation/log/procedures.server.ts'
import { purges } from '../moderation/purges/procedures.server.ts'
import { removalConstraints, removals } from '../moderation/removal/procedures.server.ts'
import { reports } from '../moderation/reports/procedures.server.ts'
import { ruleConstraints, rules } from '../moderation/rules/procedures.server.ts'
import { sanctionConstraints, sanctions } from '../moderation/sanctions/procedures.server.ts'
import { community } from '../pages/community/procedures.server.ts'
import { eventConstraints, events } from '../pages/events/procedures.server.ts'
import { resourceConstraints, resources } from '../pages/resources/procedures.server.ts'
import { site } from '../pages/site-settings/procedures.server.ts'
import { thinkerConstraints, thinkers } from '../pages/thinkers/procedures.server.ts'
import { activity } from '../people/activity/procedures.server.ts'
import { firstSteps } from '../people/first-steps/procedures.server.ts'
import { conceptFollows, follows, postFollows, postMutes } from '../people/follows/procedures.server.ts'
import { blocks, muteConstraints, mutes } from '../people/mutes/procedures.server.ts'
import { notificationChoices, notifications } from '../people/notifications/procedures.server.ts'
import { myProfile, profileConstraints, profiles } from '../people/profiles/procedures.server.ts'
import { leaving, leavingConstraints } from '../settings/account-deletion/procedures.server.ts'
import { exportConstraints, exports } from '../settings/exports/procedures.server.ts'
import { digest, mailConstraints, mailRefusals } from '../settings/mail-choices/procedures.server.ts'
import { profilePage } from '../settings/profile-page/procedures.server.ts'
import { reads } from '../shared/read-positions/procedures.server.ts'
import { news } from '../shell/home/procedures.server.ts'
import { operation } from '../staff/dashboard/procedures.server.ts'
import { memberView } from '../staff/member-view/procedures.server.ts'
import { vouches } from '../staff/member-view/vouch.server.ts'
import { postModeration, postModerationConstraints } from '../staff/post-moderation/procedures.server.ts'
import { moderationCases } from '../staff/queue/procedures.server.ts'
import type { AppContext } from './context.server.ts'
import { viewerState } from './viewer-state.server.ts'

export const router = {
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
  conversations,
  digest,
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
  posts: { ...posts, ...writing },
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

export const apiHandler = new OpenAPIHandler<AppContext>(router, {
  clientInterceptors: [onError((error, { context }) => logUnexpected(error, context))],
})

export const constraintErrors: ConstraintErrors = {
  ...accessTokenConstraints,
  ...commentConstraints,
  ...categoryConstraints,
  ...eventConstraints,
  ...exportConstraints,
  ...leavingConstraints,
  ...mailConstraints,
  ...thinkerConstraints,
  ...messageConstraints,
  ...muteConstraints,
  ...noteConstraints,
  ...postConstraints,
  ...postModerationConstraints,
  ...profileConstraints,
  ...removalConstraints,
  ...resourceConstraints,
  ...roleConstraints,
  ...ruleConstraints,
  ...sanctionConstraints,
  ...voteConstraints,
}
