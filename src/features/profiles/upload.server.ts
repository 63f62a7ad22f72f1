import type { Context } from 'hono'
import type { Services } from '../../api/core/context.server.ts'
import type { Limit } from '../../api/core/limited.ts'
import { refuseHaste } from '../../api/core/limits.server.ts'
import type { Upload } from '../../platform/body-limit.server.ts'
import type { Viewers } from '../accounts/viewers.server.ts'
import { PICTURES } from './my-profile-contract.ts'
import { AVATAR_LIMIT, AVATAR_TOO_LARGE } from './my-profile-policy.ts'

export interface UploadVariables {
  renewedCookies?: string[] | undefined
  /** The limit under which the request was counted before its body was read. */
  turnTaken?: Limit
}

/** The one body that is no text. */
export function pictureUpload(services: Services, viewers: Viewers): Upload {
  const sender = async (c: Context<{ Variables: UploadVariables & { address: string } }>) => {
    const { viewer, cookies } = await viewers.resolve(c.req.raw.headers)
    c.set('renewedCookies', cookies)
    if (!viewer) return undefined
    const { address } = c.var
    // Here rather than in the operation: what never arrives as a whole counts, too.
    refuseHaste({ ...services, viewer, address }, PICTURES)
    c.set('turnTaken', PICTURES)
    return { account: viewer.id, address: services.config.RATE_LIMITS ? address : '' }
  }
  return {
    method: 'PUT',
    path: '/api/me/avatar',
    limit: AVATAR_LIMIT - 1,
    message: AVATAR_TOO_LARGE,
    sender,
  }
}
