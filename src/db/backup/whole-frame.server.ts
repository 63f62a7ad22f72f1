import { type FileHandle, open } from 'node:fs/promises'

const MAGIC = 0xfd2fb528

/**
 * Whether a file is whole zstd frames and nothing else (RFC 8878, 3.1.1), by the lengths of their blocks: Node ends with an
 * empty one. It unpacks what is there and says nothing where the last bytes are missing.
 */
export async function isWhole(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    let end: number | undefined = 0
    while (end !== undefined && end < size) end = await endOfFrame(file, end)
    return size > 0 && end === size
  } finally {
    await file.close()
  }
}

async function endOfFrame(file: FileHandle, start: number): Promise<number | undefined> {
  const bytes = Buffer.alloc(5)
  const at = async (position: number, length: number) =>
    (await file.read(bytes, 0, length, position)).bytesRead === length
  if (!(await at(start, 5)) || bytes.readUInt32LE() !== MAGIC) return undefined
  const descriptor = bytes.readUInt8(4)
  let position = start + headerBytes(descriptor)
  while (await at(position, 3)) {
    const block = bytes.readUIntLE(0, 3)
    const isRepeated = ((block >> 1) & 3) === 1
    position += 3 + (isRepeated ? 1 : block >> 3)
    if (block & 1) return position + (descriptor & 4 ? 4 : 0)
  }
  return undefined
}

function headerBytes(descriptor: number): number {
  const isSingle = (descriptor >> 5) & 1
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0
  const content = [isSingle, 2, 4, 8][descriptor >> 6] ?? 0
  return 5 + (isSingle ? 0 : 1) + dictionary + content
}
