import type { QueryKey } from '@tanstack/react-query'
import { profileNotesQuery } from '../notes/queries.ts'
import type { PanelProps } from './panel-props.ts'
import { ProfileComments } from './profile-comments.tsx'
import { ProfileNotes } from './profile-notes.tsx'
import { ProfilePosts } from './profile-posts.tsx'
import type { ProfileTab } from './profile-search.ts'
import { profileCommentsQuery, profilePostsQuery } from './queries.ts'

interface Tab {
  label: string
  Panel: (props: PanelProps) => unknown
  query: (username: string, cursor: string | undefined) => { queryKey: QueryKey }
}

export const PROFILE_TABS = {
  posts: { label: 'Posts', Panel: ProfilePosts, query: profilePostsQuery },
  comments: { label: 'Comments', Panel: ProfileComments, query: profileCommentsQuery },
  notes: { label: 'Notes', Panel: ProfileNotes, query: profileNotesQuery },
} satisfies Record<ProfileTab, Tab>
