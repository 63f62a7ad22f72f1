/** A message of the stream, or an id alone. */
export interface Frame {
  id?: string
  data?: string
}

/** Cuts what our stream says into its messages, in whatever pieces it arrives. Comments are left out. */
export function frameReader(): (piece: string) => Frame[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.map(readBlock)
  }
}

function readBlock(block: string): Frame {
  const frame: Frame = {}
  for (const line of block.split('\n')) {
    const [, name, value] = /^(id|data): (.*)$/.exec(line) ?? []
    if (name) frame[name as keyof Frame] = value
  }
  return frame
}
