import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { constants, createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { type ArchiveContents, Checker, type ReadEntry } from './checker.server.ts'
import { ArchiveError, MOST_BYTES, parseName } from './format.ts'

/** Maximum compression ratio above UNSUSPICIOUS_BYTES, to refuse zip bombs. Real archives have about 5. */
const MOST_RATIO = 1000
const UNSUSPICIOUS_BYTES = 64 * 2 ** 20
/** Maximum window of the decompressor: 2^24 bytes (16 MB). The archives of a forum need 2 MB. */
const WINDOW = 24

/**
 * Yields the entries of an untrusted archive and returns its contents. Checks names, kinds, sizes and order,
 * and finally compares the manifest. Since entries are yielded before that, read an archive completely once
 * before changing anything. Throws ArchiveError.
 */
export async function* readArchive(path: string): AsyncGenerator<ReadEntry, ArchiveContents> {
  if (!(await isWhole(path))) throw new ArchiveError('damaged', 'This file is not a complete backup.')
  const checker = new Checker()
  const tar = extract()
  const unpacked = Readable.from(unpack(path))
  unpacked.on('error', (error) => tar.destroy(error))
  unpacked.pipe(tar as unknown as NodeJS.WritableStream)
  try {
    for await (const stream of tar) yield checker.check(await readEntry(stream as unknown as TarEntry))
    return checker.end()
  } catch (error) {
    throw asArchiveError(error)
  } finally {
    unpacked.destroy()
    tar.destroy()
  }
}

async function* unpack(path: string): AsyncGenerator<Buffer> {
  const source = createReadStream(path)
  const zstd = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: WINDOW } })
  source.on('error', (error) => zstd.destroy(error))
  let bytes = 0
  try {
    for await (const chunk of source.pipe(zstd)) {
      bytes += chunk.length
      if (bytes > UNSUSPICIOUS_BYTES && bytes > source.bytesRead * MOST_RATIO)
        throw new ArchiveError('refused', 'The archive would unpack to more than 1,000 times its size.')
      yield chunk
    }
  } finally {
    source.destroy()
    zstd.destroy()
  }
}

type TarEntry = Readable & { header: { name: string; type: string; size: number } }

async function readEntry(stream: TarEntry): Promise<{ name: string; bytes: Buffer }> {
  const { name, type, size } = stream.header
  if (type !== 'file') throw new ArchiveError('refused', `${shown(name)} is a ${type}, not a file.`)
  const parsed = parseName(name)
  if (!parsed) throw new ArchiveError('refused', `Unexpected entry: ${shown(name)}.`)
  const most = { part: MOST_BYTES.part, file: MOST_BYTES.file }[parsed.kind as string] ?? MOST_BYTES.list
  if (size > most) throw new ArchiveError('refused', `${name} has ${size} bytes. The limit is ${most}.`)
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return { name, bytes: Buffer.concat(chunks) }
}

const shown = (name: string) => JSON.stringify(name.slice(0, 120))

/** Converts errors of the decompressor and the tar reader to ArchiveError. Returns disk errors unchanged. */
function asArchiveError(error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message: string }
  if (error instanceof ArchiveError || /^E[A-Z]+$/.test(code)) return error
  return new ArchiveError('damaged', `The archive cannot be read: ${message}.`)
}

/** Reads and checks the whole archive. Throws ArchiveError if it is invalid. */
export async function verifyArchive(
  path: string,
  progress?: (bytes: number) => void,
): Promise<ArchiveContents & { secret: string | undefined }> {
  const entries = readArchive(path)
  let secret: string | undefined
  let bytes = 0
  for (let next = await entries.next(); ; next = await entries.next()) {
    if (next.done) return { ...next.value, secret }
    bytes += next.value.bytes.length
    progress?.(bytes)
    if (next.value.name.kind === 'secret') secret = next.value.bytes.toString('utf8').trim()
  }
}

const MAGIC = 0xfd2fb528

/** Returns whether all zstd frames (RFC 8878, 3.1.1) are complete. Node does not report a truncated one. */
async function isWhole(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    let end: number | undefined = 0
    while (end !== undefined && end < size) end = await endOfFrame(file, end)
    return size > 0 && end === size
  } finally {
    await file.close()
  }
}

async function endOfFrame(file: FileHandle, start: number): Promise<number | undefined> {
  const bytes = Buffer.alloc(5)
  const at = async (position: number, length: number) =>
    (await file.read(bytes, 0, length, position)).bytesRead === length
  if (!(await at(start, 5)) || bytes.readUInt32LE() !== MAGIC) return undefined
  const descriptor = bytes.readUInt8(4)
  let position = start + headerBytes(descriptor)
  while (await at(position, 3)) {
    const block = bytes.readUIntLE(0, 3)
    const isRepeated = ((block >> 1) & 3) === 1
    position += 3 + (isRepeated ? 1 : block >> 3)
    if (block & 1) return position + (descriptor & 4 ? 4 : 0)
  }
  return undefined
}

function headerBytes(descriptor: number): number {
  const isSingle = (descriptor >> 5) & 1
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0
  const content = [isSingle, 2, 4, 8][descriptor >> 6] ?? 0
  return 5 + (isSingle ? 0 : 1) + dictionary + content
}
