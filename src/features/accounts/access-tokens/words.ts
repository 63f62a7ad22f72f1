import type { TokenScope } from '../../../api/core/token-scope.ts'

export const SCOPE_WORDS: Record<TokenScope, { name: string; means: string }> = {
  read: {
    name: 'Read',
    means: 'What you see when you are signed in, also your messages, notifications and bookmarks.',
  },
  write: {
    name: 'Read and write',
    means: 'Also what you write and do: posts, comments, notes, messages, votes, follows.',
  },
  moderate: {
    name: 'Read, write and moderate',
    means: 'Also the queue, what moderators see of members, and what they do, for as long as you are one.',
  },
}
