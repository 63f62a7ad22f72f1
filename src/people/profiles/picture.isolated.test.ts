import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pngChunk } from '../../../tests/png.ts'
import { AVATAR_PIXELS } from '../../ui/avatar-source.ts'
import { AVATAR_LIMIT } from './my-profile-policy.ts'
import { makeSquares } from './picture.server.ts'

const RED = { r: 220, g: 20, b: 20 }
const BLUE = { r: 20, g: 20, b: 220 }

/** Returns an image with a red left half and a blue right half. */
function halves(width: number, height: number) {
  const right = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: BLUE } }
  return sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: right as never, gravity: 'east' },
  ])
}

async function colorAt(webp: Uint8Array, x: number, y: number): Promise<'red' | 'blue'> {
  const { data, info } = await sharp(webp).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'
}

describe('a picture becomes squares', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('of all sizes, from %s', async (format) => {
    const squares = await makeSquares(await halves(300, 200).toFormat(format).toBuffer())
    expect([...squares.keys()]).toEqual([...AVATAR_PIXELS])
    for (const [pixels, bytes] of squares) {
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: pixels, height: pixels })
      expect(await colorAt(bytes, 2, pixels / 2)).toBe('red')
      expect(await colorAt(bytes, pixels - 3, pixels / 2)).toBe('blue')
    }
  })

  test('the right way up, and without what the file said of its maker and place', async () => {
    // Orientation 6 means that the image is shown rotated clockwise by 90 degrees, with its left half on top.
    const exif = { IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
    const turned = halves(300, 300).withMetadata({ orientation: 6 })
    const photo = await turned.withExifMerge(exif).jpeg().toBuffer()
    expect(photo.toString('latin1')).toContain('Secret')
    expect((await sharp(photo).metadata()).orientation).toBe(6)
    const square = (await makeSquares(photo)).get(192) as Uint8Array
    expect(await colorAt(square, 96, 10)).toBe('red')
    expect(await colorAt(square, 96, 180)).toBe('blue')
    const { exif: rest, orientation, icc, xmp } = await sharp(square).metadata()
    expect({ rest, orientation, icc, xmp }).toEqual({})
    expect(Buffer.from(square).toString('latin1')).not.toContain('Secret')
  })

  test('of its first frame, where it moves', async () => {
    const frames = await Promise.all([RED, BLUE].map((background) => solid(background)))
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const square = (await makeSquares(moving)).get(48) as Uint8Array
    expect((await sharp(square).metadata()).pages).toBeUndefined()
    expect(await colorAt(square, 24, 24)).toBe('red')
  })

  test.each([
    [1, 1],
    [2000, 1],
    [1, 2000],
    [7, 5],
  ])('however small or long it is: %i × %i', async (width, height) => {
    expect((await makeSquares(await solidPng(width, height))).size).toBe(AVATAR_PIXELS.length)
  })

  test('of millions of pixels', async () => {
    expect((await makeSquares(await solidPng(5712, 4284))).size).toBe(AVATAR_PIXELS.length)
  })
})

test('a picture with comments that unpack to gigabytes costs what it costs without them', async () => {
  const text = Buffer.concat([Buffer.from('k\0\0'), deflateSync(Buffer.alloc(7_900_000, 'x'))])
  const whole = await solidPng(9, 9)
  const comments = Array<Buffer>(90).fill(pngChunk('zTXt', text))
  const before = process.resourceUsage().maxRSS
  const squares = await makeSquares(Buffer.concat([whole.subarray(0, 33), ...comments, whole.subarray(33)]))
  expect(squares).toEqual(await makeSquares(whole))
  expect(process.resourceUsage().maxRSS - before, 'kilobytes').toBeLessThan(300_000)
}, 60_000)

describe('what is no picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['SVG', svg],
    ['SVG after an XML declaration', `<?xml version="1.0"?>${svg}`],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7 '],
    ['TIFF', 'II*\0        '],
    ['PostScript', '%!PS-Adobe'],
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['a film', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'],
    ['nothing', ''],
    ['a byte', '\xff'],
  ])('is refused as such: %s', async (_, text) => {
    await expect(makeSquares(Buffer.from(text, 'latin1'))).rejects.toMatchObject({ reason: 'type' })
  })

  test.each([
    ['SVG that begins like a GIF', `GIF89a${svg}`],
    ['HTML that begins like a JPEG', '\xff\xd8\xff<html>'],
    ['HTML that begins like a PNG', '\x89PNG\r\n\x1a\n<html>'],
    ['a name of AVIF without a picture', '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'],
    ['a WebP of nothing', 'RIFF\x04\0\0\0WEBP'],
  ])('is refused when it is opened: %s', async (_, text) => {
    await expect(makeSquares(Buffer.from(text, 'latin1'))).rejects.toMatchObject({ reason: 'damaged' })
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('is half of a %s', async (format) => {
    const noise = {
      create: {
        width: 200,
        height: 200,
        channels: 3 as const,
        noise: { type: 'gaussian' as const, mean: 120, sigma: 60 },
      },
    }
    const whole = await sharp(noise as never)
      .toFormat(format)
      .toBuffer()
    await expect(makeSquares(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      reason: 'damaged',
    })
  })

  test('is what unpacks to gigabytes', async () => {
    expect((await makeSquares(blankPng(64))).size).toBe(AVATAR_PIXELS.length)
    const bomb = blankPng(30_000)
    expect(bomb.length).toBeLessThan(AVATAR_LIMIT)
    const before = Date.now()
    await expect(makeSquares(bomb)).rejects.toMatchObject({ reason: 'damaged' })
    expect(Date.now() - before).toBeLessThan(2000)
  })

  test('is one row of pixels larger than a phone makes, however few bytes it has', async () => {
    const create = { width: 5120, height: 4883, channels: 3 as const, background: RED }
    const avif = await sharp({ create }).avif({ effort: 0, quality: 1 }).toBuffer()
    expect(avif.length).toBeLessThan(2000)
    await expect(makeSquares(avif)).rejects.toMatchObject({
      reason: 'damaged',
      cause: expect.stringContaining('pixel limit'),
    })
  }, 120_000)

  test('does not stop those that come after it', async () => {
    const picture = await solidPng(9, 9)
    const works = [makeSquares(Buffer.from('GIF89a')), makeSquares(picture)]
    const [bad, good] = await Promise.allSettled(works)
    expect([bad?.status, good?.status]).toEqual(['rejected', 'fulfilled'])
  })
})

function solid(background: typeof RED) {
  return sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer()
}

function solidPng(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: RED } })
    .png()
    .toBuffer()
}

/** Creates a huge image in a small file: a PNG with one bit per pixel has 900 million pixels in 100 kB. */
function blankPng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}
