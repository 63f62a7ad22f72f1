import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_FILE_MAX } from '../../shared/pictures/policy.ts'

/** Why a file of the former forum is not read. For the report. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
}

/**
 * Reads a file of a folder of uploads. Reads no links, nothing outside the folder, and at most PICTURE_FILE_MAX bytes.
 * Throws UnreadableFileError.
 */
export async function readUpload(folder: string, path: string): Promise<Uint8Array> {
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part)))
    throw new UnreadableFileError('its path is invalid')
  const root = await realpath(folder)
  const target = join(root, ...parts)
  const real = await realpath(target).catch(() => undefined)
  if (real === undefined) throw new UnreadableFileError('its file is missing')
  if (real !== target) throw new UnreadableFileError('its file is behind a link')
  // A pipe would otherwise wait for a writer.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(target, flags).catch(() => undefined)
  if (!file) throw new UnreadableFileError('its file cannot be opened')
  try {
    return await readWhole(file)
  } finally {
    await file.close()
  }
}

async function readWhole(file: FileHandle): Promise<Uint8Array> {
  const stats = await file.stat()
  if (!stats.isFile()) throw new UnreadableFileError('it is not a file')
  if (stats.size > PICTURE_FILE_MAX) throw new UnreadableFileError('its file is larger than 10 MB')
  return new Uint8Array(await file.readFile())
}
