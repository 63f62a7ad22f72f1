import type { Context } from 'hono'
import type { Services } from '../../api/core/context.server.ts'
import { enforceRateLimit } from '../../api/core/rate-limit.server.ts'
import type { RateLimit } from '../../api/core/rate-limited.ts'
import { enforceStanding } from '../../api/core/standing.server.ts'
import type { Uploads } from '../../platform/body-limit.server.ts'
import { limitUploads } from '../../platform/upload-limit.server.ts'
import type { SessionCache } from '../accounts/session/session-cache.server.ts'
import { AVATAR_RATE_LIMIT } from './my-profile-contract.ts'
import { AVATAR_LIMIT, AVATAR_TOO_LARGE } from './my-profile-policy.ts'

export interface UploadVariables {
  renewedCookies?: string[] | undefined
  /** The limit under which the request was counted before its body was read. */
  consumedLimit?: RateLimit
}

/** Reads the pictures that members upload. */
export function pictureUploads(services: Services, viewers: SessionCache): Uploads {
  const sender = async (c: Context<{ Variables: UploadVariables & { address: string } }>) => {
    const { viewer, cookies } = await viewers.authenticate(c.req.raw.headers)
    c.set('renewedCookies', cookies)
    if (!viewer) return undefined
    enforceStanding(viewer)
    const { address } = c.var
    // Here rather than in the operation: what never arrives as a whole counts, too.
    await enforceRateLimit({ ...services, viewer, address }, AVATAR_RATE_LIMIT)
    c.set('consumedLimit', AVATAR_RATE_LIMIT)
    return { account: viewer.id, address: services.config.RATE_LIMITS ? address : '' }
  }
  return limitUploads({
    method: 'PUT',
    path: '/api/me/avatar',
    limit: AVATAR_LIMIT - 1,
    message: AVATAR_TOO_LARGE,
    sender,
  })
}
