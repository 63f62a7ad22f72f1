/** Who views a page. The editor is also a moderator. */
export type Role = 'visitor' | 'member' | 'editor'

/** Content of the demo community (`npm run seed:demo`) that the paths below refer to. */
export interface Fixtures {
  /** A post with many comments. */
  post: string
  /** An edited comment on that post. */
  editedComment: string
  /** A post removed by a moderator. */
  removedPost: string
  /** A post of the viewing member. */
  ownPost: string
  /** Usernames of the viewing member, and of another member with whom they have exchanged messages. */
  username: string
  other: string
  concept: string
  note: string
}

export interface Address {
  /** Name of the page or state in screenshots and tests. */
  name: string
  /** Name of the file in src/routes, without extension. A test fails if a file is missing in this list. */
  route: string
  path: (sights: Fixtures) => string
  as: Role
  /** The page looks like another one in this list, so only the long tests check it. */
  isLikeAnother?: true
}

/** All pages, and all states of pages that have a URL of their own. */
export const ADDRESSES: readonly Address[] = [
  { name: 'landing', route: 'index', as: 'visitor', path: () => '/' },
  { name: 'home', route: 'index', as: 'member', path: () => '/' },
  { name: 'home-following', route: 'index', as: 'member', path: () => '/?tab=following' },
  { name: 'sign-in', route: 'auth', as: 'visitor', path: () => '/auth' },
  { name: 'sign-up', route: 'auth', as: 'visitor', path: () => '/auth?tab=sign-up' },
  { name: 'forgot-password', route: 'auth_.forgot', as: 'visitor', path: () => '/auth/forgot' },
  { name: 'reset-password', route: 'auth_.reset', as: 'visitor', path: () => '/auth/reset?token=gone' },
  {
    name: 'provider-name',
    route: 'auth',
    as: 'visitor',
    path: () => '/auth?openid=newcomer',
    isLikeAnother: true,
  },
  { name: 'resend-mail', route: 'auth_.resend', as: 'visitor', path: () => '/auth/resend' },
  { name: 'forum', route: 'forum', as: 'visitor', path: () => '/forum' },
  { name: 'forum-member', route: 'forum', as: 'member', path: () => '/forum' },
  {
    name: 'forum-following',
    route: 'forum',
    as: 'visitor',
    path: () => '/forum?following=1',
    isLikeAnother: true,
  },
  {
    name: 'forum-following-member',
    route: 'forum',
    as: 'member',
    path: () => '/forum?following=1',
    isLikeAnother: true,
  },
  { name: 'forum-search', route: 'forum', as: 'visitor', path: () => '/forum?search=memory' },
  {
    name: 'forum-search-comments',
    route: 'forum',
    as: 'visitor',
    path: () => '/forum?in=comments&search=words',
  },
  {
    name: 'forum-search-notes',
    route: 'forum',
    as: 'visitor',
    path: () => '/forum?in=notes&search=words',
    isLikeAnother: true,
  },
  {
    name: 'forum-search-people',
    route: 'forum',
    as: 'visitor',
    path: () => '/forum?in=people&search=other',
    isLikeAnother: true,
  },
  {
    name: 'forum-nothing-found',
    route: 'forum',
    as: 'visitor',
    path: () => '/forum?search=zyxwvut',
    isLikeAnother: true,
  },
  { name: 'posts-top', route: 'posts.top', as: 'visitor', path: () => '/posts/top' },
  { name: 'posts-latest', route: 'posts.latest', as: 'visitor', path: () => '/posts/latest' },
  { name: 'post', route: 'post.$id.{-$slug}', as: 'visitor', path: ({ post }) => `/post/${post}` },
  { name: 'post-member', route: 'post.$id.{-$slug}', as: 'member', path: ({ post }) => `/post/${post}` },
  { name: 'post-not-found', route: 'post.$id.{-$slug}', as: 'visitor', path: () => '/post/none' },
  {
    name: 'post-removed',
    route: 'post.$id.{-$slug}',
    as: 'visitor',
    path: ({ removedPost }) => `/post/${removedPost}`,
  },
  { name: 'history', route: 'post.$id_.history', as: 'visitor', path: ({ post }) => `/post/${post}/history` },
  {
    name: 'history-of-comment',
    route: 'post.$id_.history',
    as: 'visitor',
    path: ({ post, editedComment }) => `/post/${post}/history?comment=${editedComment}`,
    isLikeAnother: true,
  },
  {
    name: 'history-never-edited',
    route: 'post.$id_.history',
    as: 'visitor',
    path: ({ ownPost }) => `/post/${ownPost}/history`,
    isLikeAnother: true,
  },
  {
    name: 'history-not-found',
    route: 'post.$id_.history',
    as: 'visitor',
    path: () => '/post/none/history',
    isLikeAnother: true,
  },
  {
    name: 'edit-post',
    route: 'post.$id_.edit',
    as: 'member',
    path: ({ ownPost }) => `/post/${ownPost}/edit`,
  },
  { name: 'create-post', route: 'create-post', as: 'member', path: () => '/create-post' },
  { name: 'create-post-rich', route: 'create-post-rich', as: 'member', path: () => '/create-post-rich' },
  { name: 'create-post-visitor', route: 'create-post-rich', as: 'visitor', path: () => '/create-post-rich' },
  { name: 'moderation-queue', route: 'moderation_.queue', as: 'editor', path: () => '/moderation/queue' },
  {
    name: 'appeal-not-mine',
    route: 'appeal.$action',
    as: 'member',
    path: ({ post }) => `/appeal/${post}`,
  },
  {
    name: 'member-view',
    route: 'moderation_.members.$username',
    as: 'editor',
    path: ({ other }) => `/moderation/members/${other}`,
  },
  {
    name: 'member-view-not-found',
    route: 'moderation_.members.$username',
    as: 'editor',
    path: () => '/moderation/members/nobody',
    isLikeAnother: true,
  },
  { name: 'notes', route: 'notes', as: 'visitor', path: () => '/notes' },
  { name: 'notes-member', route: 'notes', as: 'member', path: () => '/notes?sort=trending' },
  {
    name: 'notes-following',
    route: 'notes',
    as: 'member',
    path: () => '/notes?sort=following',
    isLikeAnother: true,
  },
  { name: 'note', route: 'notes_.$id', as: 'visitor', path: ({ note }) => `/notes/${note}` },
  { name: 'concepts', route: 'concepts', as: 'visitor', path: () => '/concepts' },
  {
    name: 'concept',
    route: 'concepts_.$conceptId',
    as: 'visitor',
    path: ({ concept }) => `/concepts/${concept}`,
  },
  {
    name: 'concept-not-found',
    route: 'concepts_.$conceptId',
    as: 'visitor',
    path: () => '/concepts/none',
    isLikeAnother: true,
  },
  { name: 'thinkers', route: 'thinkers', as: 'visitor', path: () => '/thinkers' },
  { name: 'resources', route: 'resources', as: 'visitor', path: () => '/resources' },
  { name: 'community', route: 'community', as: 'visitor', path: () => '/community' },
  { name: 'events', route: 'events', as: 'visitor', path: () => '/events' },
  { name: 'best-of', route: 'best-of', as: 'visitor', path: () => '/best-of' },
  { name: 'reports', route: 'reports', as: 'member', path: () => '/reports' },
  { name: 'rules', route: 'rules', as: 'visitor', path: () => '/rules' },
  { name: 'moderation', route: 'moderation', as: 'visitor', path: () => '/moderation' },
  {
    name: 'moderation-nothing-found',
    route: 'moderation',
    as: 'visitor',
    path: () => '/moderation?action=suspend&month=2001-01',
    isLikeAnother: true,
  },
  {
    name: 'transparency',
    route: 'moderation_.transparency',
    as: 'visitor',
    path: () => '/moderation/transparency',
  },
  { name: 'about', route: 'about', as: 'visitor', path: () => '/about' },
  { name: 'art-preview', route: 'art-preview', as: 'visitor', path: () => '/art-preview' },
  { name: 'feeds', route: 'feeds', as: 'visitor', path: () => '/feeds' },
  { name: 'profile', route: 'profile.$username', as: 'visitor', path: ({ other }) => `/profile/${other}` },
  {
    name: 'profile-own',
    route: 'profile.$username',
    as: 'editor',
    path: ({ username }) => `/profile/${username}`,
  },
  {
    name: 'profile-comments',
    route: 'profile.$username',
    as: 'member',
    path: ({ other }) => `/profile/${other}?tab=comments`,
  },
  {
    name: 'profile-not-found',
    route: 'profile.$username',
    as: 'visitor',
    path: () => '/profile/nobody-at-all',
    isLikeAnother: true,
  },
  {
    name: 'followers',
    route: 'profile.$username_.followers',
    as: 'visitor',
    path: ({ other }) => `/profile/${other}/followers`,
  },
  {
    name: 'following',
    route: 'profile.$username_.following',
    as: 'visitor',
    path: ({ other }) => `/profile/${other}/following`,
  },
  { name: 'edit-profile', route: 'edit-profile', as: 'member', path: () => '/edit-profile' },
  { name: 'settings', route: 'settings', as: 'member', path: () => '/settings' },
  { name: 'settings-account', route: 'settings_.account', as: 'member', path: () => '/settings/account' },
  { name: 'settings-security', route: 'settings_.security', as: 'member', path: () => '/settings/security' },
  {
    name: 'settings-notifications',
    route: 'settings_.notifications',
    as: 'member',
    path: () => '/settings/notifications',
  },
  { name: 'settings-privacy', route: 'settings_.privacy', as: 'member', path: () => '/settings/privacy' },
  { name: 'settings-data', route: 'settings_.data', as: 'member', path: () => '/settings/data' },
  { name: 'mailed-link', route: 'auth_.link', as: 'visitor', path: () => '/auth/link?stranger=gone' },
  {
    name: 'mailed-link-expired',
    route: 'auth_.link',
    as: 'visitor',
    path: () => '/auth/link?done=expired',
    isLikeAnother: true,
  },
  { name: 'drafts', route: 'drafts', as: 'member', path: () => '/drafts' },
  { name: 'bookmarks', route: 'bookmarks', as: 'member', path: () => '/bookmarks' },
  { name: 'messages', route: 'messages', as: 'member', path: () => '/messages' },
  {
    name: 'messages-thread',
    route: 'messages',
    as: 'member',
    path: ({ other }) => `/messages?start=${other}`,
  },
  { name: 'messages-visitor', route: 'messages', as: 'visitor', path: () => '/messages' },
  { name: 'notifications', route: 'notifications', as: 'member', path: () => '/notifications' },
  { name: 'user-management', route: 'user-management', as: 'editor', path: () => '/user-management' },
  { name: 'user-management-denied', route: 'user-management', as: 'member', path: () => '/user-management' },
  { name: 'offline', route: 'offline', as: 'visitor', path: () => '/offline' },
  { name: 'manage', route: 'manage', as: 'editor', path: () => '/manage' },
  { name: 'manage-denied', route: 'manage', as: 'visitor', path: () => '/manage' },
  {
    name: 'manage-concepts',
    route: 'manage_.concepts',
    as: 'editor',
    path: () => '/manage/concepts',
  },
  { name: 'manage-events', route: 'manage_.events', as: 'editor', path: () => '/manage/events' },
  { name: 'manage-resources', route: 'manage_.resources', as: 'editor', path: () => '/manage/resources' },
  { name: 'manage-rules', route: 'manage_.rules', as: 'editor', path: () => '/manage/rules' },
  { name: 'manage-thinkers', route: 'manage_.thinkers', as: 'editor', path: () => '/manage/thinkers' },
  // Only admins may open this page, and the editor of the demo community is not an admin.
  { name: 'manage-site-denied', route: 'manage_.site', as: 'editor', path: () => '/manage/site' },
  {
    name: 'manage-operation-denied',
    route: 'manage_.dashboard',
    as: 'editor',
    path: () => '/manage/dashboard',
  },
  { name: 'manage-domains-denied', route: 'manage_.domains', as: 'editor', path: () => '/manage/domains' },
  { name: 'manage-replies-denied', route: 'manage_.replies', as: 'editor', path: () => '/manage/replies' },
  {
    name: 'manage-watched-words-denied',
    route: 'manage_.watched-words',
    as: 'editor',
    path: () => '/manage/watched-words',
  },
  {
    name: 'manage-blocked-mail-denied',
    route: 'manage_.blocked-mail',
    as: 'editor',
    path: () => '/manage/blocked-mail',
  },
  { name: 'manage-invites-denied', route: 'manage_.invites', as: 'editor', path: () => '/manage/invites' },
  { name: 'manage-accounts-denied', route: 'manage_.accounts', as: 'editor', path: () => '/manage/accounts' },
  { name: 'manage-import-denied', route: 'manage_.import', as: 'editor', path: () => '/manage/import' },
  { name: 'manage-webhooks-denied', route: 'manage_.webhooks', as: 'editor', path: () => '/manage/webhooks' },
  { name: 'terms-not-found', route: 'terms', as: 'visitor', path: () => '/terms' },
  { name: 'privacy-not-found', route: 'privacy', as: 'visitor', path: () => '/privacy' },
  { name: 'not-found', route: '__root', as: 'visitor', path: () => '/no-such-page' },
]

/** The pages that tests open. The long tests open all, others only those without `isLikeAnother`. */
export const TRIED = process.env.LONG_TESTS
  ? ADDRESSES
  : ADDRESSES.filter(({ isLikeAnother }) => !isLikeAnother)
