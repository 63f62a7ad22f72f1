import type { Hashing } from '../accounts/sign-in/hashing.server.ts'
import type { ViewCounter } from '../content/posts/views.server.ts'
import type { SocialImages } from '../content/social-images/social-images.server.ts'
import type { VoteEvents } from '../content/votes/vote-events.server.ts'
import type { Context, Services } from '../core/context.server.ts'
import type { SiteSettings } from '../pages/site-settings/site-settings.server.ts'
import type { DashboardReader } from '../staff/dashboard/dashboard-reader.server.ts'
import type { DayCounts } from '../staff/dashboard/day-counts.server.ts'

export interface AppServices extends Services {
  dayCounts: DayCounts
  hashing: Hashing
  dashboard: DashboardReader
  siteSettings: SiteSettings
  socialImages: SocialImages
  views: ViewCounter
  voteEvents: VoteEvents
}

/** Context that oRPC passes to every procedure. */
export type AppContext = Context & AppServices
