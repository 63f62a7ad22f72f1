// This program decodes uploads in its own process, which can be killed. picture.server.ts starts it.
import sharp from 'sharp'
import { serveParent } from '../../platform/jobs/child-program.server.ts'
import { AVATAR_PIXELS, type AvatarPixels } from '../../ui/avatar-source.ts'
import { stripPngChunks } from './png-chunks.ts'

export interface DecodeRequest {
  bytes: Uint8Array
  /** Longest side of the picture in pixels. Without it, the result is the squares of an avatar. */
  longest?: number
  /** Sizes of an icon in pixels. It is a PNG, which contains the whole picture. */
  icons?: readonly number[]
}
export interface DecodedPicture {
  bytes: Uint8Array
  width: number
  height: number
}
export type DecodeResult =
  | { squares: Map<AvatarPixels, Uint8Array> }
  | { picture: DecodedPicture }
  | { icons: Map<number, Uint8Array> }
  | { problem: string }

/** Maximum pixels of an image. Phones produce up to 24.5 million (5712 × 4284). */
const PIXELS_MAX = 25_000_000
/** Maximum bytes of memory of this process. Decoding an AVIF takes 17 bytes per pixel, so up to 425 MB. */
const MEMORY_MAX = 640 * 1024 * 1024
const LARGEST = Math.max(...AVATAR_PIXELS)
/** Decoders of the image library to enable. All others are disabled to reduce the attack surface. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`)

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: READERS })
serveParent(decode, MEMORY_MAX)

async function decode({ bytes, longest, icons }: DecodeRequest): Promise<DecodeResult> {
  try {
    if (longest !== undefined) return { picture: await shrink(Buffer.from(bytes), longest) }
    if (icons) return { icons: await makePngs(Buffer.from(bytes), icons) }
    return { squares: await cut(Buffer.from(bytes)) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

async function cut(bytes: Buffer): Promise<Map<AvatarPixels, Uint8Array>> {
  const { data, info } = await upright(bytes)
    .resize(LARGEST, LARGEST, { fit: 'cover' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const squares = AVATAR_PIXELS.map(async (pixels) => {
    const square = sharp(data, { raw: { width, height, channels } }).resize(pixels, pixels)
    return [pixels, new Uint8Array(await square.webp({ quality: 82 }).toBuffer())] as const
  })
  return new Map(await Promise.all(squares))
}

/** Returns square PNGs of these sizes. The rest of a picture that is not square is transparent. */
async function makePngs(bytes: Buffer, sizes: readonly number[]): Promise<Map<number, Uint8Array>> {
  const icons = sizes.map(async (pixels) => {
    const icon = upright(bytes).resize(pixels, pixels, { fit: 'contain', background: '#0000' })
    return [pixels, new Uint8Array(await icon.png().toBuffer())] as const
  })
  return new Map(await Promise.all(icons))
}

/** Returns the whole picture as WebP without metadata, at most `longest` pixels wide and high. */
async function shrink(bytes: Buffer, longest: number): Promise<DecodedPicture> {
  const { data, info } = await upright(bytes)
    .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: new Uint8Array(data), width: info.width, height: info.height }
}

/** Opens the first frame of a picture, rotated as its metadata says. */
function upright(bytes: Buffer) {
  const picture = bytes.subarray(1, 4).toString('latin1') === 'PNG' ? stripPngChunks(bytes) : bytes
  return sharp(picture, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 }).autoOrient()
}
