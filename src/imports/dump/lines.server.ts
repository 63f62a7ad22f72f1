import { DumpError, ROW_BYTES } from './dump-error.ts'

/** A line without its line feed. Lines above `ROW_BYTES` are cut and marked. */
export interface Line {
  bytes: Buffer
  isTooLong: boolean
}

const LINE_FEED = 0x0a

/** Splits a stream into lines, and holds at most one line and one chunk in memory. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let parts: Buffer[] = []
  let size = 0
  const take = (end: Buffer): Line => {
    const line = { bytes: size === 0 ? end : Buffer.concat([...parts, end]), isTooLong: false }
    if (line.bytes.length > ROW_BYTES)
      Object.assign(line, { bytes: line.bytes.subarray(0, ROW_BYTES), isTooLong: true })
    parts = []
    size = 0
    return line
  }
  for await (const chunk of chunks) {
    const lines: Line[] = []
    let start = 0
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, start)) {
      lines.push(take(chunk.subarray(start, at)))
      start = at + 1
    }
    if (start < chunk.length && size <= ROW_BYTES) {
      parts.push(Buffer.from(chunk.subarray(start)))
      size += chunk.length - start
    }
    if (lines.length > 0) yield lines
  }
  if (size > 0) yield [take(Buffer.alloc(0))]
}

/** Decodes UTF-8. Throws DumpError for invalid bytes, so that no text is changed silently. */
export function decodeText(bytes: Buffer): string {
  try {
    return DECODER.decode(bytes)
  } catch {
    throw new DumpError('The dump contains bytes that are not UTF-8. Write it again in UTF-8.')
  }
}

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
