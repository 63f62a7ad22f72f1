import type { Conversation } from './contract.ts'

export function latestMessageTime(conversations: readonly Conversation[], since = ''): string {
  return conversations.reduce((latest, { last_message }) => {
    const at = last_message?.created_at ?? ''
    return at > latest ? at : latest
  }, since)
}

/** Returns conversations with unread messages after `since`, except the one with the member `seen`. */
export function unseenMessages(
  conversations: readonly Conversation[],
  viewerId: string,
  since: string,
  seen: string | undefined,
): Conversation[] {
  return conversations.filter(
    ({ with: other, last_message: last, unread_count }) =>
      last !== null &&
      last.created_at > since &&
      last.sender_id !== viewerId &&
      unread_count > 0 &&
      other.username.toLowerCase() !== seen?.toLowerCase(),
  )
}
