import { readFile } from 'node:fs/promises'
import { demoId } from './random.ts'

interface SourceConversation {
  /** How many of the last ones have not been read. */
  unread: number
  /** Who is written to where nobody has answered; without it READER. */
  to?: string
  /** By whom, how many hours before the anchor, and what; of two members. */
  messages: [username: string, hours_ago: number, content: string][]
}

const HOUR = 3_600_000

/** What the members of the demo wrote to each other, with ids and times: the same for the same anchor. */
export async function makeMessages(members: readonly { id: string; username: string }[], anchor: Date) {
  const sources: SourceConversation[] = JSON.parse(
    await readFile(new URL('conversations.json', import.meta.url), 'utf8'),
  )
  const idOf = new Map(members.map(({ username, id }) => [username, id]))
  return sources.flatMap(({ unread, to = READER, messages }) => {
    const names = [...new Set(messages.map(([username]) => username))]
    const pair = names.length > 1 ? names : [...names, to]
    return messages.map(([username, hours_ago, content], index) => {
      const at = new Date(anchor.getTime() - hours_ago * HOUR)
      const recipient = pair.find((name) => name !== username) as string
      return {
        id: demoId(at, `message ${username} ${recipient} ${content}`),
        content,
        sender_id: idOf.get(username) as string,
        recipient_id: idOf.get(recipient) as string,
        is_read: index < messages.length - unread,
        created_at: at.toISOString(),
      }
    })
  })
}

/** Who looks at the demo first. */
const READER = 'maraok'
