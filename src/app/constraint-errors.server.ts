import { accessTokenConstraints } from '../accounts/access-tokens/procedures.server.ts'
import { blockedMailConstraints } from '../accounts/blocked-mail/procedures.server.ts'
import { roleConstraints } from '../accounts/roles/procedures.server.ts'
import { commentConstraints } from '../content/comments/procedures.server.ts'
import { conceptConstraints } from '../content/concepts/procedures.server.ts'
import { messageConstraints } from '../content/messages/procedures.server.ts'
import { noteConstraints } from '../content/notes/procedures.server.ts'
import { pictureConstraints } from '../content/pictures/procedures.server.ts'
import { postConstraints } from '../content/posts/procedures.server.ts'
import { voteConstraints } from '../content/votes/procedures.server.ts'
import type { ConstraintErrors } from '../core/errors.server.ts'
import { redactionConstraints } from '../moderation/redaction/procedures.server.ts'
import { removalConstraints } from '../moderation/removal/procedures.server.ts'
import { savedReplyConstraints } from '../moderation/replies/procedures.server.ts'
import { ruleConstraints } from '../moderation/rules/procedures.server.ts'
import { sanctionConstraints } from '../moderation/sanctions/procedures.server.ts'
import { watchedWordConstraints } from '../moderation/watched-words/procedures.server.ts'
import { eventConstraints } from '../pages/events/procedures.server.ts'
import { managedAccountsConstraints } from '../pages/managed-accounts/procedures.server.ts'
import { resourceConstraints } from '../pages/resources/procedures.server.ts'
import { thinkerConstraints } from '../pages/thinkers/procedures.server.ts'
import { muteConstraints } from '../people/mutes/procedures.server.ts'
import { notificationConstraints } from '../people/notifications/procedures.server.ts'
import { profileConstraints } from '../people/profiles/procedures.server.ts'
import { accountDeletionConstraints } from '../settings/account-deletion/procedures.server.ts'
import { exportConstraints } from '../settings/exports/procedures.server.ts'
import { mailConstraints } from '../settings/mail-choices/procedures.server.ts'
import { pushConstraints } from '../settings/push/procedures.server.ts'
import { postModerationConstraints } from '../staff/post-moderation/procedures.server.ts'
import { caseConstraints } from '../staff/queue/procedures.server.ts'

/** The errors of all features by the name of the violated constraint. */
export const constraintErrors: ConstraintErrors = {
  ...accessTokenConstraints,
  ...blockedMailConstraints,
  ...commentConstraints,
  ...conceptConstraints,
  ...eventConstraints,
  ...exportConstraints,
  ...accountDeletionConstraints,
  ...mailConstraints,
  ...thinkerConstraints,
  ...messageConstraints,
  ...muteConstraints,
  ...noteConstraints,
  ...notificationConstraints,
  ...pictureConstraints,
  ...postConstraints,
  ...postModerationConstraints,
  ...profileConstraints,
  ...pushConstraints,
  ...redactionConstraints,
  ...removalConstraints,
  ...resourceConstraints,
  ...roleConstraints,
  ...managedAccountsConstraints,
  ...caseConstraints,
  ...ruleConstraints,
  ...savedReplyConstraints,
  ...sanctionConstraints,
  ...voteConstraints,
  ...watchedWordConstraints,
}
