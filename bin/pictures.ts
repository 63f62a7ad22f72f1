import { connect } from '../src/db/backup/parts.server.ts'
import type { Files } from '../src/platform/files.server.ts'

/** Says how many pictures that members show are there: others were gone before the backup, or went while it ran. */
export async function countPictures(url: string, files: Pick<Files, 'list'>): Promise<void> {
  const client = await connect(url, 'restore')
  const { rows } = await client
    .query<{ key: string }>(
      "select substr(avatar_url, 8) as key from profiles where avatar_url like '/files/%'",
    )
    .finally(() => client.end())
  if (rows.length === 0) return
  const stored = new Set<string>()
  for await (const { key } of files.list('avatars')) stored.add(key)
  const present = rows.filter(({ key }) => stored.has(key)).length
  console.log(`  ${present} of ${rows.length} pictures of members are there`)
}
