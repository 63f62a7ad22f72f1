import { openAsBlob } from 'node:fs'
import { mkdir, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Services } from '../../api/core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { findKept } from './sql.server.ts'

type Store = Pick<Services, 'config' | 'files'>

/** Where the files are: no address leads there, unlike to what members upload. */
function pathOf({ config }: Pick<Services, 'config'>, id: string): string {
  return join(config.DATA_DIR, 'exports', `${id}.zip`)
}

/** Written beside its place, so that what is in its place is whole. Answers how large it is. */
export async function storeExport(
  store: Store,
  id: string,
  write: (path: string) => Promise<void>,
): Promise<number> {
  const path = pathOf(store, id)
  const draft = `${path}.part`
  await mkdir(join(store.config.DATA_DIR, 'exports'), { recursive: true, mode: 0o700 })
  try {
    await write(draft)
    await store.files.putPrivate(keyOf(id), draft)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return (await stat(path)).size
}

/** Read from the disk as it is sent. Where a bucket holds it, this node fetches it first. */
export async function openExport(store: Store, id: string, name: string): Promise<File | undefined> {
  const path = pathOf(store, id)
  const isHere = await stat(path).catch(() => undefined)
  if (!isHere) {
    await mkdir(join(store.config.DATA_DIR, 'exports'), { recursive: true, mode: 0o700 })
    if (!(await store.files.getPrivate(keyOf(id), path))) return undefined
  }
  return new File([await openAsBlob(path)], name, { type: 'application/zip' })
}

/** Files whose time is over, and of members who have left. */
export async function sweepExports(store: Store & { db: Kysely<DB> }): Promise<void> {
  const folder = join(store.config.DATA_DIR, 'exports')
  const entries = await opendir(folder).catch(() => [])
  for await (const { name } of entries) {
    const id = /^([\da-f-]{36})\.zip(\.[\da-f-]+)?(\.part)?$/.exec(name)?.[1]
    if (!id || (await findKept(store.db, [id])).has(id)) continue
    await rm(join(folder, name), { force: true })
    await store.files.removePrivate(keyOf(id))
  }
}

function keyOf(id: string): string {
  return `exports/${id}.zip`
}
