// This program decodes uploads in its own process, which can be killed. picture.server.ts starts it.
import sharp from 'sharp'
import { serveParent } from '../../platform/jobs/child-program.server.ts'
import { AVATAR_PIXELS, type AvatarPixels } from '../../ui/avatar-source.ts'
import { stripPngChunks } from './png-chunks.ts'

export interface DecodeRequest {
  bytes: Uint8Array
}
export type DecodeResult = { squares: Map<AvatarPixels, Uint8Array> } | { problem: string }

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

async function decode({ bytes }: DecodeRequest): Promise<DecodeResult> {
  try {
    return { squares: await cut(Buffer.from(bytes)) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

async function cut(bytes: Buffer): Promise<Map<AvatarPixels, Uint8Array>> {
  const picture = bytes.subarray(1, 4).toString('latin1') === 'PNG' ? stripPngChunks(bytes) : bytes
  // `pages: 1` decodes only the first frame of an animation.
  const { data, info } = await sharp(picture, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
    .autoOrient()
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
