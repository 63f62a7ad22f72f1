import { createHash } from 'node:crypto'
import { type Random, randomFrom } from '../../platform/random.ts'

/** Returns a separate generator for each key, so that new sources don't change existing content. */
export function randomOf(key: string): Random {
  return randomFrom(digest(key).readUInt32LE(0))
}

/** Returns the UUIDv7 for a time and a key, which is always the same. */
export function demoId(at: Date, key: string): string {
  const bytes = digest(key).subarray(0, 16)
  bytes.writeUIntBE(at.getTime(), 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
