import { inflateRawSync } from 'node:zlib'

/** Returns the files of a ZIP archive in memory, by name. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = bytes.readUInt32LE(end + 16)
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(start, start + packed)
    files.set(bytes.subarray(at + 46, at + 46 + name).toString(), method === 0 ? data : inflateRawSync(data))
    at += 46 + name + extra + comment
  }
  return files
}
