/** What is said on a channel of the bus. */
export interface Message {
  channel: string
  message: unknown
}

/** A message as it is sent. */
export function pack(channel: string, message: unknown): string {
  return JSON.stringify({ channel, message })
}

/** Packed messages as one payload of the node that sends them. */
export function packPayload(node: string, messages: readonly string[]): string {
  return `[${[JSON.stringify(node), ...messages].join()}]`
}

/** Throws for what is no payload: anybody with the database's password can say anything. */
export function readPayload(payload: string): { node: string; messages: Message[] } {
  const [node, ...messages] = JSON.parse(payload) as [string, ...Message[]]
  if (typeof node !== 'string' || !messages.every((each) => typeof each?.channel === 'string'))
    throw new TypeError('no message of a node')
  return { node, messages }
}
