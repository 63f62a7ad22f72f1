import { ProfileNotes } from '../notes/profile-notes.tsx'
import { ProfileComments } from './profile-comments.tsx'
import { ProfilePosts } from './profile-posts.tsx'
import type { ProfileTab } from './profile-search.ts'

/** What a panel gets. Its list has been fetched (LOAD_TAB). */
export interface PanelProps {
  username: string
  /** How they are called, for the words of an empty list. */
  name: string
  cursor: string | undefined
}

export const PROFILE_TABS = {
  posts: { label: 'Posts', Panel: ProfilePosts },
  comments: { label: 'Comments', Panel: ProfileComments },
  notes: { label: 'Notes', Panel: ProfileNotes },
} satisfies Record<ProfileTab, { label: string; Panel: (props: PanelProps) => unknown }>
