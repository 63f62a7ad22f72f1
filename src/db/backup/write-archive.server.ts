import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'
import { type Entry, type Header, type Manifest, parseName, SUMS_EACH, sumsName } from './format.ts'
import { sha256, Tally } from './tally.server.ts'

/** Writes entries one after the other; `finish` adds the sums and the manifest. No more than an entry is in memory. */
export class ArchiveWriter {
  private readonly tar = pack()
  private readonly tally: Tally
  private readonly mtime: Date
  private readonly done: Promise<void>
  private pending: Entry[] = []
  private lists = 0

  constructor(header: Header, output: Writable) {
    this.tally = new Tally(header)
    this.mtime = new Date(header.made_at)
    const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    this.done = pipeline(Readable.from(this.tar), zstd, output)
    // What is being written never ends then; `finish` says why.
    this.done.catch((error) => this.tar.destroy(error))
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    const entry = { name, bytes: bytes.length, sha256: sha256(bytes) }
    const parsed = parseName(name)
    if (!parsed) throw new RangeError(`not a name of an entry: ${name}`)
    this.tally.add(parsed, entry, bytes)
    await this.put(name, bytes)
    this.pending.push(entry)
    if (this.pending.length >= SUMS_EACH) await this.writeSums()
  }

  async finish(): Promise<Manifest> {
    if (this.pending.length > 0) await this.writeSums()
    const manifest = this.tally.manifest()
    await this.put('manifest.json', json(manifest))
    this.tar.finalize()
    await this.done
    return manifest
  }

  async abandon(error: unknown): Promise<void> {
    this.tar.destroy(error as Error)
    await this.done.catch(() => undefined)
  }

  private async writeSums(): Promise<void> {
    const name = sumsName(++this.lists)
    const bytes = Buffer.from(this.pending.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    this.pending = []
    const entry = { name, bytes: bytes.length, sha256: sha256(bytes) }
    this.tally.add({ kind: 'sums', number: this.lists }, entry, bytes)
    await this.put(name, bytes)
  }

  /** Resolves when there is room for the next. */
  private async put(name: string, bytes: Buffer): Promise<void> {
    if (this.tar.destroyed) await this.done
    const about = { name, size: bytes.length, mtime: this.mtime, mode: 0o600 }
    await new Promise<void>((resolve, reject) => {
      this.tar.entry(about, (error) => (error ? reject(error) : resolve())).end(bytes)
    })
  }
}

export const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
