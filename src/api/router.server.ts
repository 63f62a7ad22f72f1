import { me } from '../features/accounts/procedures.server.ts'
import { activity } from '../features/activity/procedures.server.ts'
import { best } from '../features/best/procedures.server.ts'
import { bookmarks } from '../features/bookmarks/procedures.server.ts'
import { categories } from '../features/categories/procedures.server.ts'
import { writing as categoryWriting } from '../features/categories/write.server.ts'
import { comments } from '../features/comments/procedures.server.ts'
import { community } from '../features/community/procedures.server.ts'
import { events } from '../features/events/procedures.server.ts'
import { follows } from '../features/follows/procedures.server.ts'
import { changes, collections } from '../features/manage/procedures.server.ts'
import { marks } from '../features/marks/procedures.server.ts'
import { conversations } from '../features/messages/procedures.server.ts'
import { notes } from '../features/notes/procedures.server.ts'
import { notifications } from '../features/notifications/procedures.server.ts'
import { posts } from '../features/posts/procedures.server.ts'
import { writing } from '../features/posts/write.server.ts'
import { ownProfile } from '../features/profiles/own.server.ts'
import { profiles } from '../features/profiles/procedures.server.ts'
import { resources } from '../features/resources/procedures.server.ts'
import { users } from '../features/roles/procedures.server.ts'
import { suggestions } from '../features/suggestions/procedures.server.ts'
import { thinkers } from '../features/thinkers/procedures.server.ts'
import { votes } from '../features/votes/procedures.server.ts'

/** Where the features join into one API. */
export const router = {
  activity,
  best,
  bookmarks,
  categories: { ...categories, ...categoryWriting },
  changes,
  collections,
  comments,
  conversations,
  events,
  follows,
  community,
  marks,
  me: { ...me, ...ownProfile },
  notes,
  notifications,
  posts: { ...posts, ...writing },
  profiles,
  resources,
  suggestions,
  thinkers,
  users,
  votes,
}
