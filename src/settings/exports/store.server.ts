import { openAsBlob } from 'node:fs'
import { mkdir, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { findStoredExports } from './sql.server.ts'

type Store = Pick<Services, 'config' | 'files'>

/** Returns the path of an export, outside the folder of uploads, which have public URLs. */
function pathOf({ config }: Pick<Services, 'config'>, id: string): string {
  return join(config.DATA_DIR, 'exports', `${id}.zip`)
}

/** Creates the file under a temporary name, then renames it. Returns its size in bytes. */
export async function storeExport(store: Store, id: string, write: (path: string) => Promise<void>) {
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

/** Opens an export for streaming. Downloads it from the bucket if this node doesn't have it. */
export async function openExport(store: Store, id: string, name: string): Promise<File | undefined> {
  const path = pathOf(store, id)
  const isHere = await stat(path).catch(() => undefined)
  if (!isHere) {
    await mkdir(join(store.config.DATA_DIR, 'exports'), { recursive: true, mode: 0o700 })
    if (!(await store.files.getPrivate(keyOf(id), path))) return undefined
  }
  return new File([await openAsBlob(path)], name, { type: 'application/zip' })
}

export async function sweepExports(store: Store & { db: Kysely<DB> }): Promise<void> {
  const folder = join(store.config.DATA_DIR, 'exports')
  const entries = await opendir(folder).catch(() => [])
  for await (const { name } of entries) {
    const id = /^([\da-f-]{36})\.zip(\.[\da-f-]+)?(\.part)?$/.exec(name)?.[1]
    if (!id || (await findStoredExports(store.db, [id])).has(id)) continue
    await rm(join(folder, name), { force: true })
    await store.files.removePrivate(keyOf(id))
  }
}

function keyOf(id: string): string {
  return `exports/${id}.zip`
}
