import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { ProfileComments } from './profile-comments.tsx'
import { ProfilePosts } from './profile-posts.tsx'
import type { ProfileTab } from './profile-search.ts'
import { profileCommentsQuery, profilePostsQuery } from './queries.ts'

/** What a panel gets. `load` has fetched its list. */
export interface PanelProps {
  username: string
  /** How they are called, for the words of an empty list. */
  name: string
  cursor: string | undefined
}

interface Tab {
  label: string
  Panel: ComponentType<PanelProps>
  load: (queryClient: QueryClient, username: string, cursor: string | undefined) => Promise<unknown>
}

export const PROFILE_TABS: Record<ProfileTab, Tab> = {
  posts: {
    label: 'Posts',
    Panel: ProfilePosts,
    load: (queryClient, username, cursor) =>
      queryClient.ensureInfiniteQueryData(profilePostsQuery(username, cursor)),
  },
  comments: {
    label: 'Comments',
    Panel: ProfileComments,
    load: (queryClient, username, cursor) =>
      queryClient.ensureInfiniteQueryData(profileCommentsQuery(username, cursor)),
  },
}
