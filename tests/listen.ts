/** The data of a stream of server-sent events. */
export interface LiveListener {
  /** All text received so far, including comments and ids. */
  text: () => string
  /** The JSON of all messages so far, except the greeting. */
  messages: () => { type: string }[]
  /** The latest event id. */
  lastId: () => string | undefined
  /** Resolves when the stream has ended. */
  ended: Promise<void>
  leave(): Promise<void>
}

export function listen(body: ReadableStream<Uint8Array>): LiveListener {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const read = async () => {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      text += decoder.decode(piece.value, { stream: true })
  }
  const messages = () => Array.from(text.matchAll(/^data: (.*)$/gm), ([, json = '']) => JSON.parse(json))
  return {
    text: () => text,
    messages: () => messages().filter(({ type }) => type !== 'open'),
    lastId: () => Array.from(text.matchAll(/^id: (.*)$/gm)).at(-1)?.[1],
    ended: read().catch(() => undefined),
    leave: () => reader.cancel(),
  }
}
