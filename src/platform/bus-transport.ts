/** A message on a channel of the bus. */
export interface Message {
  channel: string
  message: unknown
}

/** Carries payloads between all nodes of a forum, also back to the sender. Reconnects by itself. */
export interface Transport {
  /** Starts to receive. Rejects if the first connection fails and the forum needs it. */
  start(events: TransportEvents): Promise<void>
  readonly isConnected: boolean
  /** Rejects if the payload was not sent. */
  send(payload: string): Promise<unknown>
  /** Replaces a connection that has gone silent. */
  reconnect(): void
  stop(): Promise<void>
}

export interface TransportEvents {
  received(payload: string): void
  lost(): void
  /** Connected again. Payloads sent in the meantime are lost. */
  connected(): void
}

/** Serializes a message. */
export function pack(channel: string, message: unknown): string {
  return JSON.stringify({ channel, message })
}

/** Packed messages as one payload of the node that sends them. */
export function packPayload(node: string, messages: readonly string[]): string {
  return `[${[JSON.stringify(node), ...messages].join()}]`
}

/** Throws if the payload is malformed: anybody with the database's password can send one. */
export function readPayload(payload: string): { node: string; messages: Message[] } {
  const [node, ...messages] = JSON.parse(payload) as [string, ...Message[]]
  if (typeof node !== 'string' || !messages.every((each) => typeof each?.channel === 'string'))
    throw new TypeError('malformed bus payload')
  return { node, messages }
}
