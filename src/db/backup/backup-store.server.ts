import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { Config } from '../../platform/config.server.ts'
import { openDisk } from '../../platform/files.server.ts'
import { writeWhole } from './write-archive.server.ts'

/** Where backups are kept by themselves. */
export interface BackupStore {
  names(): Promise<string[]>
  /** It has its name once it is whole. */
  write(name: string, write: (output: Writable) => Promise<unknown>): Promise<void>
  remove(name: string): Promise<void>
}

type Settings = Parameters<typeof openDisk>[0] & Pick<Config, 'BACKUP_TO'>

/** In the bucket they are under this name; the forum serves nothing of it. */
const FOLDER = 'backups'

export function openBackupStore(config: Settings): BackupStore {
  const folder =
    config.BACKUP_TO && config.BACKUP_TO !== 'bucket' ? config.BACKUP_TO : join(config.DATA_DIR, FOLDER)
  const local = inFolder(folder)
  return config.BACKUP_TO === 'bucket' ? inBucket(config, folder, local) : local
}

function inFolder(folder: string): BackupStore {
  return {
    names: async () => await readdir(folder).catch(nothingThere),
    write: async (name, write) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(join(folder, name), write)
    },
    remove: async (name) => await rm(join(folder, name)),
  }
}

/** An upload says its length first, so the archive is written here, sent, and removed. */
function inBucket(config: Settings, folder: string, local: BackupStore): BackupStore {
  const opening = openDisk(config)
  opening.catch(() => undefined)
  return {
    names: async () => {
      const names: string[] = []
      let page: string | undefined
      do {
        const { objects, paginationToken } = await (await opening).listAll(FOLDER, {
          ...(page && { paginationToken: page }),
        })
        for (const object of objects) if (object.isFile) names.push(object.key.slice(FOLDER.length + 1))
        page = paginationToken
      } while (page)
      return names
    },
    write: async (name, write) => {
      await local.write(name, write)
      try {
        const options = { contentType: 'application/zstd' }
        await (await opening).putStream(`${FOLDER}/${name}`, createReadStream(join(folder, name)), options)
      } finally {
        await local.remove(name)
      }
    },
    remove: async (name) => await (await opening).delete(`${FOLDER}/${name}`),
  }
}

function nothingThere(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
