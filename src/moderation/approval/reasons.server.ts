import { newMemberCheck } from '../new-members/reasons.server.ts'
import { type HoldCheckContext, requiredApproval } from './hold-check.server.ts'
import { type HoldReason, REVIEW_LEVELS, type ReviewLevel, type Submission } from './policy.ts'

const checks = [requiredApproval, newMemberCheck]

/** Returns the reasons why the text needs approval, or an empty list if it can be published. */
export async function reasonsToHold(asked: HoldCheckContext, submission: Submission): Promise<HoldReason[]> {
  const found = await Promise.all(checks.map(({ reasonsOf }) => reasonsOf(asked, submission)))
  return [...new Set(found.flat())]
}

export async function forgetSubmission(asked: HoldCheckContext, submission: Submission): Promise<void> {
  for (const { forget } of checks) await forget?.(asked, submission)
}

export async function findReviewLevel(asked: HoldCheckContext): Promise<ReviewLevel> {
  const found = await Promise.all(checks.map((check) => check.reviewOf(asked)))
  return REVIEW_LEVELS.findLast((review) => found.includes(review)) ?? 'none'
}
