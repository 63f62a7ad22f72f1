import sharp from 'sharp'
import { expect, test } from 'vitest'
import fc from '../../../tests/fast-check.ts'
import { pngChunk } from '../../../tests/png.ts'
import { stripPngChunks } from './png-chunks.ts'

const HEAD = 33
const plain = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const withChunks = (...chunks: Buffer[]) =>
  Buffer.concat([plain.subarray(0, HEAD), ...chunks, plain.subarray(HEAD)])

test.each(['tEXt', 'zTXt', 'iTXt', 'tIME', 'pHYs', 'acTL', 'sPLT', 'hIST', 'quIt'])('%s goes', (type) => {
  expect(stripPngChunks(withChunks(pngChunk(type, Buffer.from('k\0\0text'))))).toEqual(stripPngChunks(plain))
})

test.each(['gAMA', 'tRNS', 'iCCP', 'eXIf'])('of %s the first stays, if it is small', (type) => {
  const [first, second] = [pngChunk(type, Buffer.alloc(6, 1)), pngChunk(type, Buffer.alloc(6, 2))]
  expect(stripPngChunks(withChunks(first, second))).toEqual(stripPngChunks(withChunks(first)))
  expect(stripPngChunks(withChunks(first)).includes(first)).toBe(true)
  const large = pngChunk(type, Buffer.alloc(16 * 1024 + 1))
  expect(stripPngChunks(withChunks(large))).toEqual(stripPngChunks(plain))
})

test('whatever the bytes are, it ends, and adds nothing', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc
        .tuple(
          fc.constantFrom('IDAT', 'zTXt', 'iCCP', 'IEND', '\0\0\0\0'),
          fc.uint8Array({ maxLength: 20 }),
          fc.integer({ min: 0, max: 0xffffffff }),
        )
        .map(([type, data, length]) => {
          const made = pngChunk(type, Buffer.from(data))
          if (length % 3 === 0) made.writeUInt32BE(length)
          return made
        }),
    ),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(pieces, (parts) => {
      const bytes = Buffer.concat([plain.subarray(0, HEAD), ...parts])
      const kept = stripPngChunks(bytes)
      expect(kept.length).toBeLessThanOrEqual(bytes.length)
      expect(kept.subarray(0, HEAD)).toEqual(bytes.subarray(0, HEAD))
      expect(stripPngChunks(kept)).toEqual(kept)
    }),
  )
})
