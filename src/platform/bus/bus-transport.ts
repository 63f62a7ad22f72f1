export interface BusMessage {
  channel: string
  message: unknown
}

/** Sends payloads to all nodes of a forum, including the sender. Reconnects automatically. */
export interface Transport {
  start(events: TransportEvents): Promise<void>
  readonly isConnected: boolean
  send(payload: string): Promise<unknown>
  /** Replaces a connection on which the other side no longer responds. */
  reconnect(): void
  stop(): Promise<void>
}

export interface TransportEvents {
  received(payload: string): void
  lost(): void
  /** Called after a reconnection. Messages sent since `lost` was called did not arrive. */
  connected(): void
}

export function pack(channel: string, message: unknown): string {
  return JSON.stringify({ channel, message })
}

export function packPayload(node: string, messages: readonly string[]): string {
  return `[${[JSON.stringify(node), ...messages].join()}]`
}

/** Parses a payload. Throws if it is malformed: anyone with the database password can send one. */
export function readPayload(payload: string): { node: string; messages: BusMessage[] } {
  const [node, ...messages] = JSON.parse(payload) as [string, ...BusMessage[]]
  if (typeof node !== 'string' || !messages.every((each) => typeof each?.channel === 'string'))
    throw new TypeError('malformed bus payload')
  return { node, messages }
}
