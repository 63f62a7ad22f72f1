import { createRequire } from 'node:module'
import { ChildWorker, WorkEndedError } from '../../platform/jobs/child-worker.server.ts'
import type { AvatarPixels } from '../../ui/avatar-source.ts'
import type { DecodedPicture, DecodeRequest, DecodeResult } from './decode-picture.server.ts'

export class PictureRejectedError extends Error {
  override name = 'PictureRejectedError'
  readonly reason: 'type' | 'damaged'

  constructor(reason: 'type' | 'damaged', cause?: unknown) {
    super(`picture refused: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Path of the decoding program. The alias in package.json works both in the source and in the build. */
const PROGRAM = createRequire(import.meta.url).resolve('#decode-picture')

const decoder = new ChildWorker<DecodeRequest, DecodeResult>({
  path: PROGRAM,
  // Milliseconds. Decoding the largest allowed image takes 2 seconds.
  deadline: 10_000,
  idle: 30_000,
  queue: 8,
})

/** Cuts out the central square, upright, as WebP in all sizes. Throws PictureRejectedError or Overloaded. */
export async function makeSquares(bytes: Uint8Array): Promise<Map<AvatarPixels, Uint8Array>> {
  const decoded = await decode({ bytes })
  return 'squares' in decoded ? decoded.squares : new Map()
}

/** Re-encodes a picture, upright, as WebP with at most `longest` pixels on each side. Throws like makeSquares. */
export async function makePicture(bytes: Uint8Array, longest: number): Promise<DecodedPicture> {
  const decoded = await decode({ bytes, longest })
  if ('picture' in decoded) return decoded.picture
  throw new PictureRejectedError('damaged')
}

/** Makes square PNGs of these sizes in pixels, which contain the whole picture. Throws like makeSquares. */
export async function makeIcons(
  bytes: Uint8Array,
  sizes: readonly number[],
): Promise<Map<number, Uint8Array>> {
  const decoded = await decode({ bytes, icons: sizes })
  return 'icons' in decoded ? decoded.icons : new Map()
}

async function decode(request: DecodeRequest): Promise<Exclude<DecodeResult, { problem: string }>> {
  if (!isPicture(request.bytes)) throw new PictureRejectedError('type')
  const decoded = await decoder.run(request).catch((error: unknown) => {
    throw error instanceof WorkEndedError ? new PictureRejectedError('damaged', error) : error
  })
  if ('problem' in decoded) throw new PictureRejectedError('damaged', decoded.problem)
  return decoded
}

/** Whether the first bytes are those of a JPEG, PNG, GIF, WebP or AVIF file. */
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
