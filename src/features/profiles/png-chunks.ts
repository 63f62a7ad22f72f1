const SIGNATURE_BYTES = 8
/** Length, type and checksum around the data of a chunk. */
const FRAME_BYTES = 12
/** Colours, transparency and orientation; of the rest, comments above all, nothing is shown. */
const SHOWN = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'eXIf'])
/** Bytes of one of these. Profiles come compressed, up to a thousandfold; those of screens have less than 1 KB. */
const SHOWN_MAX = 16 * 1024

/**
 * A PNG without chunks that say nothing of how it looks: 90 compressed texts of some kilobytes take a decoder 12 s. Of
 * each other kind but pixels the first one stays. What is no sequence of chunks stays as it is, for the decoder to refuse.
 */
export function withoutComments(png: Buffer): Buffer {
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

/** A capital first letter: without it there is no picture. PNG, third edition, 5.4. */
function isCritical(type: string): boolean {
  return /^[A-Z]/.test(type)
}
