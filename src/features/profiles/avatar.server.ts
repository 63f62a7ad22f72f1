import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { type Context, invalidate } from '../../api/core/context.server.ts'
import type { DB } from '../../db/types.ts'
import type { Files } from '../../platform/files.server.ts'
import { newId } from '../../platform/ids.ts'
import { AVATAR_PIXELS, type AvatarPixels, avatarSource } from '../../ui/avatar-source.ts'
import { SESSIONS_CHANNEL } from '../accounts/session/session-cache.server.ts'
import { NAMES } from '../authors/tags.server.ts'
import { makeSquares } from './picture.server.ts'

/**
 * Gives a member a picture and answers its address, that of one size. First the new files, then the address, then the
 * old files go: killed at any moment, the address leads to files that are there. Throws PictureRejected.
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

/** Answers the address, which nothing shows yet. */
export async function storePicture(
  files: Files,
  userId: string,
  squares: Map<AvatarPixels, Uint8Array>,
): Promise<string> {
  // Of this upload too: who removes a picture and chooses it again at once must not lose the files of the second.
  const hash = createHash('sha256').update(newId())
  for (const bytes of squares.values()) hash.update(bytes)
  const url = `/files/avatars/${userId}/${hash.digest('hex').slice(0, 24)}-${SHOWN}.webp`
  const writes = Array.from(squares, ([pixels, bytes]) => files.write(keyOf(url, pixels), bytes))
  await Promise.all(writes)
  return url
}

async function replace(context: Context, userId: string, url: string | null): Promise<void> {
  const former = await exchangeAddress(context.db, userId, url)
  invalidate(context, `profile:${userId}`, NAMES)
  // Before the next request of this node, which may come before the database's word of it.
  context.bus.publish(SESSIONS_CHANNEL, [userId])
  if (former) await discardPicture(context, former)
}

/** The address before; nothing is written where it is the same. */
async function exchangeAddress(db: Kysely<DB>, userId: string, url: string | null) {
  const { rows } = await sql<{ former: string | null }>`
    with former as (select avatar_url from profiles where id = ${userId} for no key update)
    update profiles set avatar_url = ${url} from former
    where id = ${userId} and profiles.avatar_url is distinct from ${url}
    returning former.avatar_url as former`.execute(db)
  return rows[0]?.former
}

/** Nothing shows them any more: what cannot be removed is only room. */
export async function discardPicture(
  { files, log, requestId }: Pick<Context, 'files' | 'log'> & { requestId?: string },
  url: string,
): Promise<void> {
  if (!url.startsWith('/files/')) return
  const removals = AVATAR_PIXELS.map((pixels) => files.remove(keyOf(url, pixels)))
  for (const result of await Promise.allSettled(removals))
    if (result.status === 'rejected') log.warn({ err: result.reason, requestId }, 'an old picture stays')
}

/** The size whose address is kept. */
export const SHOWN = 96

/** Of the file in another size. */
export function keyOf(url: string, pixels: AvatarPixels): string {
  return avatarSource(url, pixels).slice('/files/'.length)
}
