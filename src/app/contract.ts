import { accessTokensContract } from '../accounts/access-tokens/contract.ts'
import { blockedMailContract } from '../accounts/blocked-mail/contract.ts'
import { invitesContract } from '../accounts/invites/contract.ts'
import { changesContract, collectionsContract } from '../accounts/manage-forms/contract.ts'
import { openIdContract } from '../accounts/openid/contract.ts'
import { passkeysContract } from '../accounts/passkeys/contract.ts'
import { firstAdminContract, usersContract } from '../accounts/roles/contract.ts'
import { secondFactorContract } from '../accounts/second-factor/contract.ts'
import { securityContract } from '../accounts/security/contract.ts'
import { viewerStateContract } from '../accounts/viewer-state/contract.ts'
import { bestContract } from '../content/best-of/contract.ts'
import { bookmarkListContract } from '../content/bookmark-list/contract.ts'
import { bookmarksContract } from '../content/bookmarks/contract.ts'
import { commentsContract } from '../content/comments/contract.ts'
import { conceptsContract } from '../content/concepts/contract.ts'
import { followingContract } from '../content/following/contract.ts'
import { conversationsContract } from '../content/messages/contract.ts'
import { formerConversationsContract } from '../content/messages/former-contract.ts'
import { notesContract } from '../content/notes/contract.ts'
import { picturesContract } from '../content/pictures/contract.ts'
import { postsContract } from '../content/posts/contract.ts'
import { previewsContract } from '../content/previews/contract.ts'
import { revisionRedactionsContract, revisionsContract } from '../content/revisions/contract.ts'
import { searchesContract } from '../content/search/contract.ts'
import { suggestionsContract } from '../content/suggestions/contract.ts'
import { votesContract } from '../content/votes/contract.ts'
import { importsContract } from '../imports/manage/contract.ts'
import { appealsContract } from '../moderation/appeals/contract.ts'
import { pendingContentContract } from '../moderation/approval/contract.ts'
import { blockedDomainsContract } from '../moderation/blocked-domains/contract.ts'
import { moderationActionsContract } from '../moderation/log/contract.ts'
import { purgesContract } from '../moderation/purges/contract.ts'
import { redactionsContract } from '../moderation/redaction/contract.ts'
import { removalsContract } from '../moderation/removal/contract.ts'
import { savedRepliesContract } from '../moderation/replies/contract.ts'
import { reportsContract } from '../moderation/reports/contract.ts'
import { rulesContract } from '../moderation/rules/contract.ts'
import { sanctionsContract } from '../moderation/sanctions/contract.ts'
import { transparencyContract } from '../moderation/transparency/contract.ts'
import { watchedWordsContract } from '../moderation/watched-words/contract.ts'
import { communityContract } from '../pages/community/contract.ts'
import { eventsContract } from '../pages/events/contract.ts'
import { managedAccountsContract } from '../pages/managed-accounts/contract.ts'
import { resourcesContract } from '../pages/resources/contract.ts'
import { siteContract } from '../pages/site-settings/contract.ts'
import { thinkersContract } from '../pages/thinkers/contract.ts'
import { activityContract } from '../people/activity/contract.ts'
import { firstStepsContract } from '../people/first-steps/contract.ts'
import { followsContract } from '../people/follows/contract.ts'
import {
  conceptFollowsContract,
  postFollowsContract,
  postMutesContract,
} from '../people/follows/subject-contract.ts'
import { blocksContract, mutesContract } from '../people/mutes/contract.ts'
import { notificationChoicesContract } from '../people/notifications/choices-contract.ts'
import { notificationsContract } from '../people/notifications/contract.ts'
import { profilesContract } from '../people/profiles/contract.ts'
import { myProfileContract } from '../people/profiles/my-profile-contract.ts'
import { accountDeletionContract } from '../settings/account-deletion/contract.ts'
import { exportsContract } from '../settings/exports/contract.ts'
import { digestContract, mailRefusalsContract } from '../settings/mail-choices/contract.ts'
import { profilePageContract } from '../settings/profile-page/contract.ts'
import { pushContract } from '../settings/push/contract.ts'
import { readsContract } from '../shared/read-positions/contract.ts'
import { newsContract } from '../shell/home/contract.ts'
import { commentMovesContract } from '../staff/comment-moves/contract.ts'
import { dashboardContract } from '../staff/dashboard/contract.ts'
import { memberViewContract } from '../staff/member-view/contract.ts'
import { vouchesContract } from '../staff/member-view/vouch-contract.ts'
import { postModerationContract } from '../staff/post-moderation/contract.ts'
import { moderationCasesContract } from '../staff/queue/contract.ts'
import { setupContract } from '../staff/setup/contract.ts'
import { webhookDeliveriesContract, webhooksContract } from '../staff/webhooks/contract.ts'

/** Declares every operation of the API once: forms, procedures, OpenAPI document, client and tests use it. */
export const contract = {
  accessTokens: accessTokensContract,
  activity: activityContract,
  appeals: appealsContract,
  best: bestContract,
  blockedDomains: blockedDomainsContract,
  blockedMail: blockedMailContract,
  blocks: blocksContract,
  bookmarks: { ...bookmarkListContract, ...bookmarksContract },
  concepts: conceptsContract,
  changes: changesContract,
  collections: collectionsContract,
  comments: commentsContract,
  conceptFollows: conceptFollowsContract,
  digest: digestContract,
  conversations: conversationsContract,
  events: eventsContract,
  firstSteps: firstStepsContract,
  following: followingContract,
  follows: followsContract,
  formerConversations: formerConversationsContract,
  community: communityContract,
  invites: invitesContract,
  viewerState: viewerStateContract,
  news: newsContract,
  me: {
    ...myProfileContract,
    ...firstAdminContract,
    ...securityContract,
    ...openIdContract,
    ...secondFactorContract,
    ...passkeysContract,
    ...accountDeletionContract,
    ...exportsContract,
  },
  memberView: memberViewContract,
  moderationCases: moderationCasesContract,
  savedReplies: savedRepliesContract,
  watchedWords: watchedWordsContract,
  moderationActions: moderationActionsContract,
  transparency: transparencyContract,
  setup: setupContract,
  mutes: mutesContract,
  notes: notesContract,
  mailRefusals: mailRefusalsContract,
  managedAccounts: managedAccountsContract,
  notificationChoices: notificationChoicesContract,
  notifications: notificationsContract,
  dashboard: dashboardContract,
  imports: importsContract,
  webhooks: webhooksContract,
  webhookDeliveries: webhookDeliveriesContract,
  pendingContent: pendingContentContract,
  pictures: picturesContract,
  postFollows: postFollowsContract,
  postMutes: postMutesContract,
  commentMoves: commentMovesContract,
  postModeration: postModerationContract,
  posts: postsContract,
  profiles: { ...profilesContract, ...profilePageContract },
  push: pushContract,
  reads: readsContract,
  purges: purgesContract,
  redactions: redactionsContract,
  removals: removalsContract,
  reports: reportsContract,
  resources: resourcesContract,
  revisions: { ...revisionsContract, ...revisionRedactionsContract },
  rules: rulesContract,
  sanctions: sanctionsContract,
  searches: searchesContract,
  site: siteContract,
  previews: previewsContract,
  suggestions: suggestionsContract,
  thinkers: thinkersContract,
  users: usersContract,
  votes: votesContract,
  vouches: vouchesContract,
}
