import { createHash } from 'node:crypto'

/** Returns numbers in [0, 1). */
export type Random = () => number

/**
 * One generator per key, so that new sources don't change existing content (mulberry32 by Tommy Ettinger, public
 * domain).
 */
export function randomOf(key: string): Random {
  let state = digest(key).readUInt32LE(0)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A deterministic UUIDv7 from a time and a key. */
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
