/** Data received so far on a stream of server-sent events. */
export interface LiveListener {
  /** All received text, including comments and event ids. */
  text: () => string
  /** The parsed JSON of all received messages, except for the first one, which greets the client. */
  messages: () => { type: string }[]
  /** The id of the latest event. */
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
