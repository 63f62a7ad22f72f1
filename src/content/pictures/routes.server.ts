import { Hono } from 'hono'
import type { SessionCache } from '../../accounts/session/session-cache.server.ts'
import type { Services } from '../../core/context.server.ts'
import type { GuestQueues } from '../../core/guest-queues.server.ts'
import { isStaff, type Viewer } from '../../core/viewer.ts'
import { isUuid } from '../../platform/uuid.ts'
import { PICTURE_FILE_MAX, PICTURE_TOO_LARGE } from '../../shared/pictures/policy.ts'
import { PICTURE_RATE_LIMIT } from './contract.ts'
import { pictureKey } from './key.ts'
import { findPictureAccess, isPictureHeld } from './sql.server.ts'

/** Seconds for which browsers and proxies may show a picture after its text was removed. */
const PUBLIC_SECONDS = 300
const NOT_FOUND = { code: 'NOT_FOUND', message: 'File not found.' }

/** See imageUploads(). */
export const PICTURE_UPLOAD = {
  method: 'POST',
  path: '/api/pictures',
  limit: PICTURE_FILE_MAX,
  message: PICTURE_TOO_LARGE,
  rate: PICTURE_RATE_LIMIT,
}

/** Serves `GET /files/pictures/ID.webp`: public pictures to everyone, others to their uploader and moderators. */
export function pictureRoutes(
  services: Services,
  viewers: Pick<SessionCache, 'authenticate'>,
  queues: GuestQueues,
) {
  return new Hono<{ Variables: { address: string } }>().get('/files/pictures/:name', async (c) => {
    const id = c.req.param('name').replace(/\.webp$/, '')
    const find = () => findPictureAccess(services.visitorDb, id)
    const access = isUuid(id) ? await queues.of(c, c.req.path)(find) : undefined
    if (!access) return c.json(NOT_FOUND, 404, { 'cache-control': 'no-store' })
    const { is_public: isPublic, author_id: authorId } = access
    if (!isPublic) {
      const { viewer, cookies = [] } = await viewers.authenticate(c.req.raw.headers)
      for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
      if (!(await canSee(services, viewer, { id, authorId })))
        return c.json(NOT_FOUND, 404, { 'cache-control': 'no-store' })
    }
    const cache = isPublic ? `public, max-age=${PUBLIC_SECONDS}` : 'private, no-store'
    const headers = { 'cache-control': cache, etag: `"${id}"` }
    if (c.req.header('if-none-match') === headers.etag) return c.body(null, 304, headers)
    const bytes = await services.files.read(pictureKey(id))
    if (!bytes) return c.json(NOT_FOUND, 404, { 'cache-control': 'no-store' })
    return c.body(bytes, 200, { ...headers, 'content-type': 'image/webp' })
  })
}

async function canSee(
  { db }: Pick<Services, 'db'>,
  viewer: Viewer | null,
  { id, authorId }: { id: string; authorId: string | null },
): Promise<boolean> {
  if (!viewer || !authorId) return false
  return viewer.id === authorId || (isStaff(viewer) && (await isPictureHeld(db, id, authorId)))
}
