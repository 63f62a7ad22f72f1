const SIGNATURE_BYTES = 8
const FRAME_BYTES = 12
/** Optional PNG chunks that are kept, because they affect colours, transparency or orientation. */
const SHOWN = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'eXIf'])
/** Maximum bytes of an optional chunk. Colour profiles can expand a thousandfold, but most are under 1 KB. */
const SHOWN_MAX = 16 * 1024

/**
 * Removes chunks that don't affect the image, because they can overload the decoder: 90 compressed texts took
 * 12 s. Of the other optional chunks, keeps the first of each kind. The decoder refuses damaged chunks.
 */
export function stripPngChunks(png: Buffer): Buffer {
  const parts = [png.subarray(0, SIGNATURE_BYTES)]
  const seen = new Set<string>()
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    if (at + FRAME_BYTES > png.length) return Buffer.concat([...parts, png.subarray(at)])
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const end = at + FRAME_BYTES + length
    if (isCritical(type) || (SHOWN.has(type) && length <= SHOWN_MAX && !seen.has(type)))
      parts.push(png.subarray(at, end))
    seen.add(type)
    at = end
  }
  return Buffer.concat(parts)
}

/** Whether a decoder needs the chunk (PNG, third edition, 5.4). */
function isCritical(type: string): boolean {
  return /^[A-Z]/.test(type)
}
