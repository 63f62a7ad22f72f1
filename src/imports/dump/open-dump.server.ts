import { createReadStream } from 'node:fs'
import { pipeline, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { DumpError } from './dump-error.ts'
import { isTar, readDumpOfTar } from './tar-dump.server.ts'

/** Maximum compression ratio above UNSUSPICIOUS_BYTES, to refuse zip bombs. Real dumps have about 5. */
const MOST_RATIO = 200
const UNSUSPICIOUS_BYTES = 64 * 2 ** 20

/**
 * Yields the SQL of a dump: a plain file, one compressed by gzip or zstd, or the only `dump.sql` or `dump.sql.gz` in a
 * tar archive of either kind, as Discourse writes it. Throws DumpError for damaged files, hostile archives, and files
 * that unpack to more than 200 times their size.
 */
export async function* openDump(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  const bounded = async function* (chunks: AsyncIterable<Buffer>) {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > UNSUSPICIOUS_BYTES && bytes > file.bytesRead * MOST_RATIO)
        throw new DumpError(`The file would unpack to more than ${MOST_RATIO} times its size.`)
      yield chunk
    }
  }
  const unpacked = async (chunks: AsyncIterable<Buffer>) => bounded(await unpack(chunks))
  try {
    const { start, chunks } = await peek(await unpacked(file))
    if (isTar(start)) yield* readDumpOfTar(chunks, unpacked)
    else yield* chunks
  } catch (error) {
    throw asDumpError(error)
  } finally {
    file.destroy()
  }
}

/** Unpacks bytes that begin as gzip or zstd does, and leaves others. */
async function unpack(packed: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const { start, chunks } = await peek(packed)
  const unpacker = UNPACKERS[start.subarray(0, 2).toString('hex')]?.()
  // The error of a pipeline also reaches the reader of its last stream.
  return unpacker ? pipeline(chunks, unpacker, () => undefined) : chunks
}

const UNPACKERS: Record<string, () => Transform> = { '1f8b': createGunzip, '28b5': createZstdDecompress }

/** Length of a header in a tar archive. */
const PEEKED_BYTES = 512

/** Returns at least the first 512 bytes, and all bytes again. */
async function peek(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < PEEKED_BYTES) {
    const next = await iterator.next()
    if (next.done) break
    start = Buffer.concat([start, next.value])
  }
  async function* all(): AsyncGenerator<Buffer> {
    try {
      yield start
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return { start, chunks: all() }
}

/** Converts errors of the decompressor and the tar reader to DumpError. Returns disk errors unchanged. */
function asDumpError(error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message: string }
  if (error instanceof DumpError || /^E[A-Z]+$/.test(code)) return error
  return new DumpError(`The file is damaged and cannot be unpacked: ${message}.`)
}
