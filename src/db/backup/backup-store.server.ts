import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Config } from '../../platform/config.server.ts'
import { openDisk } from '../../platform/files.server.ts'
import { writeWhole } from './write-archive.server.ts'

/** Where backups are kept by themselves. */
export interface BackupStore {
  names(): Promise<string[]>
  /** It has its name once it is whole. */
  write(name: string, write: (output: Writable) => Promise<unknown>): Promise<void>
  read(name: string): Promise<Readable>
  remove(name: string): Promise<void>
}

type Settings = Parameters<typeof openDisk>[0] & Pick<Config, 'BACKUP_TO'>

/** In the bucket they are under this name; the forum serves nothing of it. */
const FOLDER = 'backups'

/** @param part a folder in it, for what is no backup by itself */
export function openBackupStore(config: Settings, part = ''): BackupStore {
  const folder =
    config.BACKUP_TO && config.BACKUP_TO !== 'bucket' ? config.BACKUP_TO : join(config.DATA_DIR, FOLDER)
  const local = inFolder(join(folder, part))
  const prefix = part ? `${FOLDER}/${part}` : FOLDER
  return config.BACKUP_TO === 'bucket'
    ? inBucket(config, { folder: join(folder, part), local, prefix })
    : local
}

function inFolder(folder: string): BackupStore {
  return {
    names: async () => await readdir(folder).catch(nothingThere),
    write: async (name, write) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(join(folder, name), write)
    },
    read: async (name) => createReadStream(join(folder, name)),
    remove: async (name) => await rm(join(folder, name)),
  }
}

/** An upload says its length first, so the archive is written here, sent, and removed. */
function inBucket(
  config: Settings,
  { folder, local, prefix }: { folder: string; local: BackupStore; prefix: string },
): BackupStore {
  const opening = openDisk(config)
  opening.catch(() => undefined)
  return {
    names: async () => {
      const names: string[] = []
      let page: string | undefined
      do {
        const { objects, paginationToken } = await (await opening).listAll(prefix, {
          ...(page && { paginationToken: page }),
        })
        for (const object of objects) if (object.isFile) names.push(object.key.slice(prefix.length + 1))
        page = paginationToken
      } while (page)
      return names
    },
    write: async (name, write) => {
      await local.write(name, write)
      try {
        const options = { contentType: name.endsWith('.json') ? 'application/json' : 'application/zstd' }
        await (await opening).putStream(`${prefix}/${name}`, createReadStream(join(folder, name)), options)
      } finally {
        await local.remove(name)
      }
    },
    read: async (name) => await (await opening).getStream(`${prefix}/${name}`),
    remove: async (name) => await (await opening).delete(`${prefix}/${name}`),
  }
}

function nothingThere(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
