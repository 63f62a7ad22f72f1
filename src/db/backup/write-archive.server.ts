import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'
import { type Header, type Manifest, parseName } from './format.ts'
import { Tally } from './tally.server.ts'

/** Writes entries one after the other; `finish` adds the manifest. No more than an entry is in memory. */
export class ArchiveWriter {
  private readonly tar = pack()
  private readonly tally: Tally
  private readonly mtime: Date
  private readonly done: Promise<void>

  constructor(header: Header, output: Writable) {
    this.tally = new Tally(header)
    this.mtime = new Date(header.made_at)
    const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    this.done = pipeline(Readable.from(this.tar), zstd, output)
    // What is being written never ends then; `finish` says why.
    this.done.catch((error) => this.tar.destroy(error))
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    if (!parseName(name)) throw new RangeError(`not a name of an entry: ${name}`)
    this.tally.add(name, bytes)
    await this.put(name, bytes)
  }

  async finish(): Promise<Manifest> {
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
