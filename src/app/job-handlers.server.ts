import type { Kysely } from 'kysely'
import { handleAccountJobs } from '../accounts/mail/jobs.server.ts'
import { handleSecurityJobs } from '../accounts/security/jobs.server.ts'
import { handlePictureJobs } from '../content/pictures/jobs.server.ts'
import { handlePostJobs } from '../content/posts/jobs.server.ts'
import { handleSearchJobs } from '../content/search/jobs.server.ts'
import { handleSocialJobs } from '../content/social-images/jobs.server.ts'
import { handleBackupJobs } from '../db/backup/jobs.server.ts'
import type { DB } from '../db/types.ts'
import { handleImportJobs } from '../imports/jobs.server.ts'
import { handleApprovalJobs } from '../moderation/approval/jobs.server.ts'
import { handleNewMemberJobs } from '../moderation/new-members/jobs.server.ts'
import { handlePurgeJobs } from '../moderation/purges/jobs.server.ts'
import { handleRemovalJobs } from '../moderation/removal/jobs.server.ts'
import { handleSitePictureJobs } from '../pages/site-settings/site-pictures.server.ts'
import { handleProfileJobs } from '../people/profiles/avatar.server.ts'
import type { Jobs } from '../platform/jobs/jobs.server.ts'
import { mailer } from '../platform/mail/mail.server.ts'
import { handleAccountDeletionJobs } from '../settings/account-deletion/jobs.server.ts'
import { handleExportJobs } from '../settings/exports/jobs.server.ts'
import { handleMailJobs } from '../settings/mail-choices/jobs.server.ts'
import { withRefusalCount } from '../settings/mail-choices/refusals-sql.server.ts'
import { handlePushJobs } from '../settings/push/jobs.server.ts'
import { withMailCount } from '../staff/dashboard/day-counts.server.ts'
import { handleDashboardJobs } from '../staff/dashboard/jobs.server.ts'
import { handleModerationJobs } from '../staff/queue/jobs.server.ts'
import { handleWebhookJobs } from '../staff/webhooks/jobs.server.ts'
import type { AppServices } from './context.server.ts'

export interface JobServices extends AppServices {
  jobs: Jobs
  backgroundDb: Kysely<DB>
}

export function handleJobs(services: JobServices): void {
  const { config, dayCounts, jobs, backgroundDb } = services
  const backgroundServices = { ...services, db: backgroundDb }
  const deliver = withRefusalCount(backgroundDb, withMailCount(dayCounts, mailer(config)))
  handleAccountJobs(backgroundServices, jobs, deliver)
  handleApprovalJobs(backgroundServices, jobs)
  handleBackupJobs(services, jobs)
  handleSecurityJobs(backgroundServices, jobs, deliver)
  handleMailJobs(backgroundServices, jobs, deliver)
  handleModerationJobs(backgroundServices, jobs, deliver)
  handleNewMemberJobs(backgroundServices, jobs)
  handleDashboardJobs(backgroundServices, jobs)
  handlePictureJobs(backgroundServices, jobs)
  handlePostJobs(backgroundServices, jobs)
  handleProfileJobs(backgroundServices, jobs)
  handlePurgeJobs(backgroundServices, jobs)
  handlePushJobs(backgroundServices, jobs)
  handleImportJobs(backgroundServices, jobs)
  handleSearchJobs(backgroundServices, jobs)
  handleSitePictureJobs(backgroundServices, jobs)
  handleSocialJobs(backgroundServices, jobs)
  handleExportJobs(backgroundServices, jobs)
  handleAccountDeletionJobs(backgroundServices, jobs, deliver)
  handleRemovalJobs(backgroundServices, jobs)
  handleWebhookJobs(backgroundServices, jobs)
}
