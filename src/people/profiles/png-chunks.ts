const SIGNATURE_BYTES = 8
const FRAME_BYTES = 12
/** Ancillary chunks that affect how an image looks: colours, transparency and orientation. */
const SHOWN = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'eXIf'])
/** Maximum bytes of a chunk. Colour profiles can expand a thousandfold; those of screens are under 1 KB. */
const SHOWN_MAX = 16 * 1024

/**
 * Removes chunks that do not affect the image, because a decoder needs 12 s for 90 compressed texts. Of the
 * remaining optional chunks, only the first of each kind is kept. The decoder refuses damaged chunks.
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
