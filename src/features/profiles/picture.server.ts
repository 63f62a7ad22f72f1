import type { Sharp, SharpOptions } from 'sharp'
import { AVATAR_PIXELS, type AvatarPixels } from '../../ui/avatar-source.ts'

/** Why a picture is not taken. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
  readonly reason: 'type' | 'damaged'

  constructor(reason: 'type' | 'damaged', cause?: unknown) {
    super(`picture refused: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Pixels of the whole picture: a phone's camera makes 24 million; unpacked, 40 million are 160 MB for a moment. */
const PIXELS_MAX = 40_000_000
const SECONDS_MAX = 10
const LARGEST = Math.max(...AVATAR_PIXELS)

/** Only what is at once: unpacking several of the largest would take all the memory there is. */
let previous: Promise<unknown> = Promise.resolve()

/** The middle square of a picture as WebP in all sizes, the right way up and without what else the file says. */
export function makeSquares(bytes: Uint8Array): Promise<Map<AvatarPixels, Uint8Array>> {
  // What it is called and said to be counts for nothing.
  if (!isPicture(bytes)) return Promise.reject(new PictureRefused('type'))
  const squares = previous.then(() => cut(bytes))
  previous = squares.catch(() => undefined)
  return squares
}

async function cut(bytes: Uint8Array): Promise<Map<AvatarPixels, Uint8Array>> {
  const sharp = await load()
  try {
    // Of a moving picture the first frame.
    const whole = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
    const { data, info } = await whole
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize(LARGEST, LARGEST, { fit: 'cover' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const squares = await Promise.all(
      AVATAR_PIXELS.map(async (pixels) => {
        const square = sharp(data, { raw: { width, height, channels } }).resize(pixels, pixels)
        return [pixels, await square.webp({ quality: 82 }).toBuffer()] as const
      }),
    )
    return new Map(squares)
  } catch (error) {
    throw new PictureRefused('damaged', error)
  }
}

type Cutter = (input: Uint8Array, options: SharpOptions) => Sharp

let loading: Promise<Cutter> | undefined

/** Comes with the first picture. Of its many readers only those of the formats below are left on. */
function load(): Promise<Cutter> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: READERS })
    return sharp
  })
  return loading
}

const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)

/** By its first bytes: JPEG, PNG, GIF, WebP or AVIF. */
function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(head) ||
    /^RIFF[\s\S]{4}WEBP/.test(head) ||
    /^[\s\S]{4}ftyp(?:avif|avis|(?:mif1|msf1)[\s\S]{0,16}avi[fs])/.test(head)
  )
}
