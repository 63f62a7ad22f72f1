import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { onError } from '@orpc/server'
import { accessTokensProcedures } from '../accounts/access-tokens/procedures.server.ts'
import { blockedMailProcedures } from '../accounts/blocked-mail/procedures.server.ts'
import { invitesProcedures } from '../accounts/invites/procedures.server.ts'
import { changesProcedures, collectionsProcedures } from '../accounts/manage-forms/procedures.server.ts'
import { openIdProcedures } from '../accounts/openid/procedures.server.ts'
import { passkeysProcedures } from '../accounts/passkeys/procedures.server.ts'
import { firstAdminProcedures, usersProcedures } from '../accounts/roles/procedures.server.ts'
import { secondFactorProcedures } from '../accounts/second-factor/procedures.server.ts'
import { securityProcedures } from '../accounts/security/procedures.server.ts'
import { bestProcedures } from '../content/best-of/procedures.server.ts'
import { bookmarkListProcedures } from '../content/bookmark-list/procedures.server.ts'
import { bookmarksProcedures } from '../content/bookmarks/procedures.server.ts'
import { commentsProcedures } from '../content/comments/procedures.server.ts'
import { conceptsProcedures } from '../content/concepts/procedures.server.ts'
import { followingProcedures } from '../content/following/procedures.server.ts'
import {
  conversationsProcedures,
  formerConversationsProcedures,
} from '../content/messages/procedures.server.ts'
import { notesProcedures } from '../content/notes/procedures.server.ts'
import { picturesProcedures } from '../content/pictures/procedures.server.ts'
import { postsProcedures } from '../content/posts/procedures.server.ts'
import { postWritingProcedures } from '../content/posts/write/write.server.ts'
import { previewsProcedures } from '../content/previews/procedures.server.ts'
import { revisionRedactionsProcedures, revisionsProcedures } from '../content/revisions/procedures.server.ts'
import { searchesProcedures } from '../content/search/procedures.server.ts'
import { suggestionsProcedures } from '../content/suggestions/procedures.server.ts'
import { votesProcedures } from '../content/votes/procedures.server.ts'
import { logUnexpected } from '../core/errors.server.ts'
import { importsProcedures } from '../imports/manage/procedures.server.ts'
import { appealsProcedures } from '../moderation/appeals/procedures.server.ts'
import { pendingContentProcedures } from '../moderation/approval/procedures.server.ts'
import { blockedDomainsProcedures } from '../moderation/blocked-domains/procedures.server.ts'
import { moderationActionsProcedures } from '../moderation/log/procedures.server.ts'
import { purgesProcedures } from '../moderation/purges/procedures.server.ts'
import { redactionsProcedures } from '../moderation/redaction/procedures.server.ts'
import { removalsProcedures } from '../moderation/removal/procedures.server.ts'
import { savedRepliesProcedures } from '../moderation/replies/procedures.server.ts'
import { reportsProcedures } from '../moderation/reports/procedures.server.ts'
import { rulesProcedures } from '../moderation/rules/procedures.server.ts'
import { sanctionsProcedures } from '../moderation/sanctions/procedures.server.ts'
import { transparencyProcedures } from '../moderation/transparency/procedures.server.ts'
import { watchedWordsProcedures } from '../moderation/watched-words/procedures.server.ts'
import { communityProcedures } from '../pages/community/procedures.server.ts'
import { eventsProcedures } from '../pages/events/procedures.server.ts'
import { managedAccountsProcedures } from '../pages/managed-accounts/procedures.server.ts'
import { resourcesProcedures } from '../pages/resources/procedures.server.ts'
import { siteProcedures } from '../pages/site-settings/procedures.server.ts'
import { thinkersProcedures } from '../pages/thinkers/procedures.server.ts'
import { activityProcedures } from '../people/activity/procedures.server.ts'
import { firstStepsProcedures } from '../people/first-steps/procedures.server.ts'
import {
  conceptFollowsProcedures,
  followsProcedures,
  postFollowsProcedures,
  postMutesProcedures,
} from '../people/follows/procedures.server.ts'
import { blocksProcedures, mutesProcedures } from '../people/mutes/procedures.server.ts'
import {
  notificationChoicesProcedures,
  notificationsProcedures,
} from '../people/notifications/procedures.server.ts'
import { myProfileProcedures, profilesProcedures } from '../people/profiles/procedures.server.ts'
import { accountDeletionProcedures } from '../settings/account-deletion/procedures.server.ts'
import { exportsProcedures } from '../settings/exports/procedures.server.ts'
import { digestProcedures, mailRefusalsProcedures } from '../settings/mail-choices/procedures.server.ts'
import { profilePageProcedures } from '../settings/profile-page/procedures.server.ts'
import { pushProcedures } from '../settings/push/procedures.server.ts'
import { readsProcedures } from '../shared/read-positions/procedures.server.ts'
import { newsProcedures } from '../shell/home/procedures.server.ts'
import { commentMovesProcedures } from '../staff/comment-moves/procedures.server.ts'
import { dashboardProcedures } from '../staff/dashboard/procedures.server.ts'
import { memberViewProcedures } from '../staff/member-view/procedures.server.ts'
import { vouchesProcedures } from '../staff/member-view/vouch.server.ts'
import { postModerationProcedures } from '../staff/post-moderation/procedures.server.ts'
import { moderationCasesProcedures } from '../staff/queue/procedures.server.ts'
import { setupProcedures } from '../staff/setup/procedures.server.ts'
import { webhookDeliveriesProcedures, webhooksProcedures } from '../staff/webhooks/procedures.server.ts'
import type { AppContext } from './context.server.ts'
import { viewerStateProcedures } from './viewer-state.server.ts'

export const router = {
  accessTokens: accessTokensProcedures,
  activity: activityProcedures,
  appeals: appealsProcedures,
  best: bestProcedures,
  blockedDomains: blockedDomainsProcedures,
  blockedMail: blockedMailProcedures,
  blocks: blocksProcedures,
  bookmarks: { ...bookmarkListProcedures, ...bookmarksProcedures },
  concepts: conceptsProcedures,
  changes: changesProcedures,
  collections: collectionsProcedures,
  comments: commentsProcedures,
  conceptFollows: conceptFollowsProcedures,
  conversations: conversationsProcedures,
  digest: digestProcedures,
  events: eventsProcedures,
  firstSteps: firstStepsProcedures,
  following: followingProcedures,
  follows: followsProcedures,
  formerConversations: formerConversationsProcedures,
  community: communityProcedures,
  invites: invitesProcedures,
  viewerState: viewerStateProcedures,
  news: newsProcedures,
  me: {
    ...myProfileProcedures,
    ...firstAdminProcedures,
    ...securityProcedures,
    ...openIdProcedures,
    ...secondFactorProcedures,
    ...passkeysProcedures,
    ...accountDeletionProcedures,
    ...exportsProcedures,
  },
  memberView: memberViewProcedures,
  moderationCases: moderationCasesProcedures,
  moderationActions: moderationActionsProcedures,
  transparency: transparencyProcedures,
  setup: setupProcedures,
  mutes: mutesProcedures,
  notes: notesProcedures,
  mailRefusals: mailRefusalsProcedures,
  managedAccounts: managedAccountsProcedures,
  notificationChoices: notificationChoicesProcedures,
  notifications: notificationsProcedures,
  dashboard: dashboardProcedures,
  imports: importsProcedures,
  webhooks: webhooksProcedures,
  webhookDeliveries: webhookDeliveriesProcedures,
  pendingContent: pendingContentProcedures,
  pictures: picturesProcedures,
  postFollows: postFollowsProcedures,
  postMutes: postMutesProcedures,
  commentMoves: commentMovesProcedures,
  postModeration: postModerationProcedures,
  posts: { ...postsProcedures, ...postWritingProcedures },
  profiles: { ...profilesProcedures, ...profilePageProcedures },
  push: pushProcedures,
  reads: readsProcedures,
  purges: purgesProcedures,
  redactions: redactionsProcedures,
  removals: removalsProcedures,
  reports: reportsProcedures,
  resources: resourcesProcedures,
  revisions: { ...revisionsProcedures, ...revisionRedactionsProcedures },
  rules: rulesProcedures,
  sanctions: sanctionsProcedures,
  savedReplies: savedRepliesProcedures,
  watchedWords: watchedWordsProcedures,
  searches: searchesProcedures,
  site: siteProcedures,
  previews: previewsProcedures,
  suggestions: suggestionsProcedures,
  thinkers: thinkersProcedures,
  users: usersProcedures,
  votes: votesProcedures,
  vouches: vouchesProcedures,
}

export const apiHandler = new OpenAPIHandler<AppContext>(router, {
  clientInterceptors: [onError((error, { context }) => logUnexpected(error, context))],
})
