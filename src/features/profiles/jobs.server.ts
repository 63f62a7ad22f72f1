import { type Kysely, sql } from 'kysely'
import type { Services } from '../../api/core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { sweepFolder } from '../../platform/file-sweep.server.ts'
import { type Jobs, job } from '../../platform/jobs.server.ts'
import { isUuid } from '../../platform/uuid.ts'
import { keyOf, SHOWN } from './avatar.server.ts'

const sweep = job<object>('sweep-pictures')

/** Deletes files that a crash left without an address. */
export function handleProfileJobs(
  { db, files }: Pick<Services, 'db' | 'files'>,
  jobs: Pick<Jobs, 'every'>,
): void {
  jobs.every('37 4 * * *', sweep, () => sweepPictures({ db, files }))
}

export async function sweepPictures({ db, files }: Pick<Services, 'db' | 'files'>): Promise<void> {
  await sweepFolder(files, 'avatars', (keys) => shownPictures(db, keys))
}

/** Keys of pictures in use, in any size, also by profiles whose purge can be undone. */
async function shownPictures(db: Kysely<DB>, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(keys.map((key) => key.split('/')[1] ?? ''))].filter(isUuid)
  const { rows } = await sql<{ avatar_url: string }>`
    select avatar_url from profiles where id = any(${ids}::uuid[]) and avatar_url is not null
    union all
    select content -> 'row' ->> 'avatar_url' from purged_content
    where kind = 'profile' and id = any(${ids}::uuid[]) and content -> 'row' ->> 'avatar_url' is not null`.execute(
    db,
  )
  const shown = new Set(rows.map(({ avatar_url }) => keyOf(avatar_url, SHOWN)))
  return new Set(keys.filter((key) => shown.has(keyOf(`/files/${key}`, SHOWN))))
}
