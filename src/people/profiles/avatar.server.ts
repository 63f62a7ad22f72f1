import { createHash } from 'node:crypto'
import type { Context as Call } from 'hono'
import { type Kysely, sql } from 'kysely'
import { SESSIONS_CHANNEL, type SessionCache } from '../../accounts/session/session-cache.server.ts'
import { type Context, invalidate, type Services } from '../../core/context.server.ts'
import { enforceRateLimit } from '../../core/rate-limit.server.ts'
import type { RateLimit } from '../../core/rate-limited.ts'
import { enforceStanding } from '../../core/standing.server.ts'
import type { DB } from '../../db/types.ts'
import { sweepFolder } from '../../platform/files/file-sweep.server.ts'
import type { Files } from '../../platform/files/files.server.ts'
import type { Uploads } from '../../platform/http/body-limit.server.ts'
import { limitUploads, type Upload } from '../../platform/http/upload-limit.server.ts'
import { newId } from '../../platform/ids.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { isUuid } from '../../platform/uuid.ts'
import { NAMES_TAG } from '../../shared/authors/tags.server.ts'
import { AVATAR_PIXELS, type AvatarPixels, avatarSource } from '../../ui/avatar-source.ts'
import { AVATAR_RATE_LIMIT } from './my-profile-contract.ts'
import { AVATAR_LIMIT, AVATAR_TOO_LARGE } from './my-profile-policy.ts'
import { makeSquares } from './picture.server.ts'

/**
 * Stores the new files, then the URL, and deletes the old files last, so that the URL is valid even if the
 * process is killed in between. Throws PictureRejectedError.
 */
export async function setPicture(context: Context, userId: string, bytes: Uint8Array): Promise<string> {
  const squares = await makeSquares(bytes)
  const url = await storePicture(context.files, userId, squares)
  await replace(context, userId, url)
  return url
}

export function removePicture(context: Context, userId: string): Promise<void> {
  return replace(context, userId, null)
}

export async function storePicture(files: Files, userId: string, squares: Map<AvatarPixels, Uint8Array>) {
  // The hash includes a new id, so that a late deletion can't affect the same image uploaded again.
  const hash = createHash('sha256').update(newId())
  for (const bytes of squares.values()) hash.update(bytes)
  const url = `/files/avatars/${userId}/${hash.digest('hex').slice(0, 24)}-${SHOWN}.webp`
  const writes = Array.from(squares, ([pixels, bytes]) => files.write(avatarKey(url, pixels), bytes))
  await Promise.all(writes)
  return url
}

async function replace(context: Context, userId: string, url: string | null): Promise<void> {
  const former = await exchangeAddress(context.db, userId, url)
  invalidate(context, `profile:${userId}`, NAMES_TAG)
  context.bus.publish(SESSIONS_CHANNEL, [userId])
  if (former) await discardPicture(context, former)
}

async function exchangeAddress(db: Kysely<DB>, userId: string, url: string | null) {
  const { rows } = await sql<{ former: string | null }>`
    with former as (select avatar_url from profiles where id = ${userId} for no key update)
    update profiles set avatar_url = ${url} from former
    where id = ${userId} and profiles.avatar_url is distinct from ${url}
    returning former.avatar_url as former`.execute(db)
  return rows[0]?.former
}

/** Deletes an avatar's files. Logs failures instead of throwing. */
export async function discardPicture(
  { files, log, requestId }: Pick<Context, 'files' | 'log'> & { requestId?: string },
  url: string,
): Promise<void> {
  if (!url.startsWith('/files/')) return
  const removals = AVATAR_PIXELS.map((pixels) => files.remove(avatarKey(url, pixels)))
  for (const result of await Promise.allSettled(removals))
    if (result.status === 'rejected')
      log.warn({ err: result.reason, requestId }, 'an old avatar could not be deleted')
}

/** Width in pixels of the file that the stored URL refers to. */
const SHOWN = 96

/** Returns the storage key of the avatar's file with another size. */
export function avatarKey(url: string, pixels: AvatarPixels): string {
  return avatarSource(url, pixels).slice('/files/'.length)
}

export interface UploadVariables {
  renewedCookies?: string[] | undefined
  /** The rate limit that was checked before reading the body, so that it isn't checked again. */
  consumedLimit?: RateLimit
}

/** Path, maximum size and rate limit of an operation that accepts an image. */
type ImageUpload = Pick<Upload, 'method' | 'path' | 'limit' | 'message'> & { rate: RateLimit }

export const AVATAR_UPLOAD: ImageUpload = {
  method: 'PUT',
  path: '/api/me/avatar',
  limit: AVATAR_LIMIT - 1,
  message: AVATAR_TOO_LARGE,
  rate: AVATAR_RATE_LIMIT,
}

export function imageUploads(
  services: Services,
  viewers: SessionCache,
  { rate, ...upload }: ImageUpload,
): Uploads {
  const sender = async (c: Call<{ Variables: UploadVariables & { address: string } }>) => {
    const { viewer, cookies } = await viewers.authenticate(c.req.raw.headers)
    c.set('renewedCookies', cookies)
    if (!viewer) return undefined
    enforceStanding(viewer)
    const { address } = c.var
    // Checked here, not in the procedure, so that aborted uploads count as well.
    await enforceRateLimit({ ...services, viewer, address }, rate)
    c.set('consumedLimit', rate)
    return { account: viewer.id, address: services.config.RATE_LIMITS ? address : '' }
  }
  return limitUploads({ ...upload, sender })
}

const sweep = job<object>('sweep-pictures')

/** Schedules the deletion of files that no profile refers to, for example after a crash. */
export function handleProfileJobs({ db, files }: Pick<Services, 'db' | 'files'>, jobs: Pick<Jobs, 'every'>) {
  jobs.every('37 4 * * *', sweep, () => sweepPictures({ db, files }))
}

export async function sweepPictures({ db, files }: Pick<Services, 'db' | 'files'>): Promise<void> {
  await sweepFolder(files, 'avatars', (keys) => shownPictures(db, keys))
}

/** Returns the keys of avatars that are in use, including those of purged profiles that can be restored. */
async function shownPictures(db: Kysely<DB>, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(keys.map((key) => key.split('/')[1] ?? ''))].filter(isUuid)
  const { rows } = await sql<{ avatar_url: string }>`
    select avatar_url from profiles where id = any(${ids}::uuid[]) and avatar_url is not null
    union all
    select content -> 'row' ->> 'avatar_url' from purged_content
    where kind = 'profile' and id = any(${ids}::uuid[]) and content -> 'row' ->> 'avatar_url' is not null`.execute(
    db,
  )
  const shown = new Set(rows.map(({ avatar_url }) => avatarKey(avatar_url, SHOWN)))
  return new Set(keys.filter((key) => shown.has(avatarKey(`/files/${key}`, SHOWN))))
}
