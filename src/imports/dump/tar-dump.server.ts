import { Readable } from 'node:stream'
import { extract } from 'tar-stream'
import { DumpError } from './dump-error.ts'

/** Maximum entries of an archive. A forum with many pictures has some millions. */
const MOST_ENTRIES = 10_000_000

/** Returns whether a file begins as a tar archive does. */
export const isTar = (start: Buffer) => start.subarray(257, 262).toString('latin1') === 'ustar'

type TarEntry = Readable & { header: { name: string; type: string } }

/**
 * Yields the dump in a tar archive, unpacked by `unpack`. Other files are skipped, and nothing is written. Throws
 * DumpError for links, names that leave the archive, and unless there is exactly one dump.
 */
export async function* readDumpOfTar(
  chunks: AsyncIterable<Buffer>,
  unpack: (chunks: AsyncIterable<Buffer>) => Promise<AsyncIterable<Buffer>>,
  mostEntries = MOST_ENTRIES,
): AsyncGenerator<Buffer> {
  const tar = extract()
  const source = Readable.from(chunks)
  source.on('error', (error) => tar.destroy(error))
  source.pipe(tar as unknown as NodeJS.WritableStream)
  let [entries, dumps] = [0, 0]
  try {
    for await (const entry of tar as unknown as AsyncIterable<TarEntry>) {
      entries++
      if (entries > mostEntries) throw new DumpError(`The archive has more than ${mostEntries} entries.`)
      if (!isDump(entry)) {
        entry.resume()
        continue
      }
      dumps++
      if (dumps > 1) throw new DumpError('The archive contains two dumps. Unpack the right one.')
      yield* await unpack(entry)
    }
  } finally {
    source.destroy()
    tar.destroy()
  }
  if (dumps === 0) throw new DumpError('The archive contains neither dump.sql nor dump.sql.gz.')
}

/** Checks kind and name of an entry. Uploads of members may have any name, so a dump among them is an upload. */
function isDump({ header: { name, type } }: TarEntry): boolean {
  const shown = JSON.stringify(name.slice(0, 120))
  if (type !== 'file' && type !== 'directory')
    throw new DumpError(`The archive contains a ${type}, which is not allowed: ${shown}.`)
  const parts = name.split('/').filter((part) => part !== '.')
  if (parts[0] === '' || parts.includes('..') || name.includes('\\') || name.includes('\0'))
    throw new DumpError(`The archive contains a name that leads out of it: ${shown}.`)
  return type === 'file' && !parts.includes('uploads') && /^dump\.sql(?:\.gz)?$/.test(parts.at(-1) ?? '')
}
