import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import type { BackupStore } from '../backup/backup-store.server.ts'
import type { User } from '../binaries.server.ts'
import { DatabaseError } from '../database-error.ts'
import { isOfLog, isSegment, numberOf, SEGMENT_BYTES, segmentName, timelineOf } from './segments.ts'
import { packed, spooledLog } from './ship.server.ts'
import { SPOOL } from './spool.ts'
import { own } from './unpack-base.server.ts'

/** Beside the cluster, where its parts lie ready for the server, which takes them away. */
const FOLDER = 'wal'
/** Segments that are unpacked ahead: a quiet forum has 1,440 of 16 MB a day, and not all have room. */
const AHEAD = 4
/** Milliseconds. */
const LOOK_EVERY = 20
/** Of `LOOK_EVERY`: after ten minutes without an answer there is nobody to give one. */
const PATIENCE = 30_000

/** Asks for what is not there yet, waits until it was looked for, and takes it. */
export const RESTORE_COMMAND = [
  `f="../${FOLDER}/%f"`,
  `[ -e "$f" ] || : > "$f.wanted"`,
  `n=0; while [ -e "$f.wanted" ] && [ $n -lt ${PATIENCE} ]; do sleep ${LOOK_EVERY / 1000}; n=$((n+1)); done`,
  `mv "$f" "%p"`,
].join('; ')

/** What writes a part of the log, unpacked, by its name. */
export type Sources = Map<string, (output: Writable) => Promise<void>>

/** What was shipped, and what of the cluster that is there was not. */
export async function logSources(store: BackupStore, present: string | undefined): Promise<Sources> {
  const sources: Sources = new Map()
  for (const file of await store.names()) {
    const name = file.replace(/\.zst$/, '')
    if (file !== packed(name) || !isOfLog(name)) continue
    sources.set(name, async (output) => pipeline(await store.read(file), createZstdDecompress(), output))
  }
  if (!present) return sources
  const own = [
    ...(await spooledLog(present)).map((name) => join(present, SPOOL, name)),
    ...(await readdir(join(present, 'pg_wal'))).filter(isOfLog).map((name) => join(present, 'pg_wal', name)),
  ]
  for (const path of own) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (!sources.has(name)) sources.set(name, (output) => pipeline(createReadStream(path), output))
  }
  return sources
}

/** Hands a server that reads its log again what it asks for, a few parts ahead of it. */
export class LogFeed {
  /** What kept a part from being unpacked; the server was told that there is none. */
  failure: Error | undefined
  private readonly folder: string
  private readonly sources: Sources
  private readonly user: User | undefined
  private stopped = false
  private feeding = Promise.resolve()

  constructor(dataDir: string, sources: Sources, user: User | undefined) {
    this.folder = join(dataDir, FOLDER)
    this.sources = sources
    this.user = user
  }

  async start(): Promise<void> {
    await mkdir(this.folder, { mode: 0o700 })
    await own(this.folder, this.user)
    this.feeding = this.feed()
  }

  async stop(): Promise<void> {
    this.stopped = true
    await this.feeding
    await rm(this.folder, { recursive: true, force: true })
  }

  private async feed(): Promise<void> {
    while (!this.stopped) {
      const wanted = (await readdir(this.folder)).filter((name) => name.endsWith('.wanted'))
      for (const request of wanted) await this.answer(request.slice(0, -'.wanted'.length))
      await sleep(LOOK_EVERY)
    }
  }

  private async answer(name: string): Promise<void> {
    await this.unpack(name)
    await rm(join(this.folder, `${name}.wanted`), { force: true })
    if (!isSegment(name)) return
    const [timeline, number] = [timelineOf(name), numberOf(name)]
    for (let ahead = 1; ahead <= AHEAD; ahead++) await this.unpack(segmentName(timeline, number + ahead))
  }

  private async unpack(name: string): Promise<void> {
    const write = this.sources.get(name)
    const [draft, path] = [join(this.folder, `${name}.partial`), join(this.folder, name)]
    if (!write || existsSync(path)) return
    try {
      await write(createWriteStream(draft, { mode: 0o600 }))
      if (isSegment(name) && (await stat(draft)).size !== SEGMENT_BYTES)
        throw new DatabaseError(`Part ${name} of the log is not as it was kept.`)
      await own(draft, this.user)
      await rename(draft, path)
    } catch (error) {
      this.failure ??= error as Error
    }
  }
}
