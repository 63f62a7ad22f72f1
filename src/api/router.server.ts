import { activity } from '../features/activity/procedures.server.ts'
import { best } from '../features/best/procedures.server.ts'
import { bookmarkList } from '../features/bookmark-list/procedures.server.ts'
import { bookmarks } from '../features/bookmarks/procedures.server.ts'
import { categories } from '../features/categories/procedures.server.ts'
import { writing as categoryWriting } from '../features/categories/write.server.ts'
import { comments } from '../features/comments/procedures.server.ts'
import { community } from '../features/community/procedures.server.ts'
import { events } from '../features/events/procedures.server.ts'
import { follows } from '../features/follows/procedures.server.ts'
import { changes, collections } from '../features/manage/procedures.server.ts'
import { conversations } from '../features/messages/procedures.server.ts'
import { notes } from '../features/notes/procedures.server.ts'
import { notifications } from '../features/notifications/procedures.server.ts'
import { posts } from '../features/posts/procedures.server.ts'
import { writing } from '../features/posts/write.server.ts'
import { profilePage } from '../features/profile-page/procedures.server.ts'
import { myProfile } from '../features/profiles/my-profile.server.ts'
import { profiles } from '../features/profiles/procedures.server.ts'
import { resources } from '../features/resources/procedures.server.ts'
import { firstAdmin, users } from '../features/roles/procedures.server.ts'
import { suggestions } from '../features/suggestions/procedures.server.ts'
import { thinkers } from '../features/thinkers/procedures.server.ts'
import { votes } from '../features/votes/procedures.server.ts'
import { marks } from './viewer-state.server.ts'

/** Where the features join into one API. */
export const router = {
  activity,
  best,
  bookmarks: { ...bookmarks, ...bookmarkList },
  categories: { ...categories, ...categoryWriting },
  changes,
  collections,
  comments,
  conversations,
  events,
  follows,
  community,
  marks,
  me: { ...myProfile, ...firstAdmin },
  notes,
  notifications,
  posts: { ...posts, ...writing },
  profiles: { ...profiles, ...profilePage },
  resources,
  suggestions,
  thinkers,
  users,
  votes,
}
