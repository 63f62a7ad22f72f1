import { isStaff } from '../../core/viewer.ts'
import type { Config } from '../../platform/config/config.server.ts'
import { findHosts, parseHost } from '../../shared/blocked-domains/hosts.server.ts'
import { findBlockedDomain } from '../../shared/blocked-domains/sql.server.ts'
import type { HoldCheck, HoldCheckContext } from '../approval/hold-check.server.ts'
import type { HoldReason, ReviewLevel, Submission } from '../approval/policy.ts'
import { REVIEWED_TEXTS, SAME_TEXTS } from './policy.ts'
import {
  countSimilarTexts,
  deleteTextFingerprint,
  findNewMember,
  listPublished,
  storeTextFingerprint,
} from './sql.server.ts'

/** Requires approval for likely abuse and, depending on the site setting, for new members' texts. */
export const newMemberCheck: HoldCheck = {
  reasonsOf: async (asked, submission) => {
    const { db, viewer, config } = asked
    if (!config.RATE_LIMITS || isStaff(viewer)) return []
    const hosts = hostsOf(submission, config)
    const [domain, member] = await Promise.all([findBlockedDomain(db, hosts), findNewMember(db, viewer.id)])
    const blocked: HoldReason[] = domain === undefined ? [] : ['blocked_domain']
    return member ? [...(await reasonsOfNew(asked, submission, hosts, member.is_held)), ...blocked] : blocked
  },

  reviewOf: async (asked) => {
    if (!asked.config.RATE_LIMITS || isStaff(asked.viewer)) return 'none'
    const member = await findNewMember(asked.db, asked.viewer.id)
    if (!member) return 'none'
    return member.is_held ? 'all' : reviewOfNew(asked)
  },

  forget: ({ db, viewer }, submission) => deleteTextFingerprint(db, viewer.id, submission),
}

async function reasonsOfNew(
  asked: HoldCheckContext,
  submission: Submission,
  hosts: readonly string[],
  isHeld: boolean,
): Promise<HoldReason[]> {
  const { db, viewer } = asked
  const review = await reviewOfNew(asked)
  // Stores the text before counting copies, so that of two concurrent copies at least one counts the other.
  await storeTextFingerprint(db, viewer.id, submission, hosts)
  const sent = await countSimilarTexts(db, viewer.id, submission, hosts)
  return [
    ...(isHeld ? (['sign_up'] as const) : []),
    ...(review === 'all' ? (['first_posts'] as const) : []),
    ...(review === 'links' && hosts.length > 0 ? (['first_link'] as const) : []),
    ...(sent.same_texts >= SAME_TEXTS ? (['seen_text'] as const) : []),
    ...(sent.is_spread ? (['spread_site'] as const) : []),
    ...(submission.hidden_field ? (['hidden_field'] as const) : []),
  ]
}

async function reviewOfNew({ db, viewer, config, siteSettings }: HoldCheckContext): Promise<ReviewLevel> {
  const choice = siteSettings.settings?.new_members ?? 'open'
  if (choice === 'open') return 'none'
  const published = await listPublished(db, viewer.id)
  if (choice === 'strict' && published.length < REVIEWED_TEXTS) return 'all'
  return published.some((text) => findHosts(text, ownHost(config)).length > 0) ? 'none' : 'links'
}

function hostsOf({ title, content }: Submission, config: Pick<Config, 'PUBLIC_URL'>): string[] {
  return findHosts(`${title ?? ''} ${content}`, ownHost(config))
}

function ownHost({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return parseHost(PUBLIC_URL) ?? ''
}
