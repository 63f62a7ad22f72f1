import { operations } from '../../src/app/operations.server.ts'
import type { Asker, Subjects } from './subjects.ts'

/** A read operation of the API, its kind of caller, and inputs with various members, posts and words. */
export interface Read {
  /** The operation's name. If it is measured more than once, a colon and the sort order or filter follow. */
  name: string
  as: Asker
  inputs: (subjects: Subjects) => object[]
}

const guest = (name: string, inputs: Read['inputs'] = () => [{}]): Read => ({ name, as: 'guest', inputs })
const member = (name: string, input: object = {}): Read => ({
  name,
  as: 'member',
  inputs: ({ members }) => members.map(() => input),
})
const moderator = (name: string, inputs: Read['inputs'] = () => [{}]): Read => ({
  name,
  as: 'moderator',
  inputs,
})
/** Repeats one input 20 times, so that the read is measured as often as reads with 20 different inputs. */
const often = (input: object) => () => Array.from({ length: 20 }, () => input)
const of =
  <Name extends keyof Subjects>(subjects: Name, input: (one: Subjects[Name][number]) => object) =>
  (all: Subjects) =>
    (all[subjects] as Subjects[Name][number][]).map(input)
const byId = (id: string) => ({ id })
const byUsername = ({ username }: { username: string }) => ({ username })

/**
 * All API reads whose rows grow with the forum. bench/growth.ts measures them at several sizes, and
 * tests/plans.test.ts checks their query plans. The latter fails for a read that is neither here nor in
 * unmeasured-reads.ts.
 */
export const READS: Read[] = [
  guest('posts.list: pinned first', often({ pinned: 'first' })),
  guest('posts.list: newest', often({ sort: 'newest' })),
  guest('posts.list: active', often({ sort: 'active' })),
  guest('posts.list: top', often({ sort: 'top' })),
  guest('posts.list: top of the week', often({ sort: 'top', time: 'week' })),
  guest('posts.list: top of the year', often({ sort: 'top', time: 'year' })),
  guest(
    'posts.list: of a concept',
    of('concepts', (id) => ({ concepts: [id], sort: 'active' })),
  ),
  guest('posts.list: of three concepts', ({ concepts }) =>
    concepts.map((_, n) => ({ concepts: [0, 1, 2].map((i) => concepts[(n + i) % concepts.length]) })),
  ),
  guest(
    'posts.list: of an author, top',
    of('members', ({ username }) => ({ author: username, sort: 'top' })),
  ),
  guest(
    'posts.list: search',
    of('words', (search) => ({ search })),
  ),
  guest('posts.list: search for two words', ({ words }) =>
    words.map((word, n) => ({ search: `${word} ${words[(n + 7) % words.length]}` })),
  ),
  guest(
    'posts.list: search, newest',
    of('words', (search) => ({ search, sort: 'newest' })),
  ),
  guest('posts.list: search of an author', ({ members, words }) =>
    members.map(({ username }, n) => ({ author: username, search: words[n % words.length] })),
  ),
  guest('posts.list: search with operators', ({ members, words }) =>
    members.map(({ username }, n) => ({
      search: `${words[n % words.length]} author:${username} after:2020`,
    })),
  ),
  guest('posts.list: search of operators alone', ({ members }) =>
    members.map(({ username }) => ({ search: `author:${username}` })),
  ),
  guest(
    'searches.summary',
    of('words', (search) => ({ search })),
  ),
  guest(
    'searches.summary: misspelt',
    of('words', (word) => ({ search: `${word.slice(0, 2)}${word.slice(3)}x` })),
  ),
  guest(
    'searches.comments',
    of('words', (search) => ({ search })),
  ),
  guest(
    'searches.notes',
    of('words', (search) => ({ search })),
  ),
  guest('searches.comments: of an author', ({ members, words }) =>
    members.map(({ username }, n) => ({ search: `${words[n % words.length]} author:${username}` })),
  ),
  guest(
    'searches.notes: of a time',
    of('words', (word) => ({ search: `${word} after:2020 before:2099` })),
  ),
  guest(
    'searches.people',
    of('members', ({ username }) => ({ search: username })),
  ),
  guest(
    'suggestions.list',
    of('words', (word) => ({ search: word.slice(0, 4) })),
  ),
  guest(
    'suggestions.list: a person',
    of('members', ({ username }) => ({ search: username.slice(0, 7) })),
  ),
  guest('posts.read', of('posts', byId)),
  guest('posts.related', of('posts', byId)),
  guest('posts.neighbours', of('posts', byId)),
  guest('comments.list', of('posts', byId)),
  guest(
    'comments.list: best',
    of('posts', (id) => ({ id, sort: 'best' })),
  ),
  guest(
    'comments.pageOf',
    of('comments', (one) => one),
  ),
  guest('revisions.post', of('edited', byId)),
  guest('profiles.read', of('members', byUsername)),
  guest('profiles.posts', of('members', byUsername)),
  guest('profiles.comments', of('members', byUsername)),
  guest('profiles.highlights', of('members', byUsername)),
  guest('notes.ofProfile', of('members', byUsername)),
  guest('follows.followers', of('members', byUsername)),
  guest('follows.following', of('members', byUsername)),
  guest('notes.list', often({})),
  guest('notes.list: trending', often({ sort: 'trending' })),
  guest('notes.read', of('notes', byId)),
  guest('notes.replies', of('notes', byId)),
  guest('activity.list', often({})),
  guest('best.list', often({})),
  guest('concepts.list', often({})),
  guest('concepts.read', of('concepts', byId)),
  guest('community.read', often({})),
  guest('community.numbers', often({})),
  guest('moderationActions.list', often({})),
  guest('transparency.read', often({})),
  guest('moderationActions.list: of a kind', often({ action: 'lock' })),
  guest('moderationActions.list: of a month', often({ month: new Date().toISOString().slice(0, 7) })),
  guest('moderationActions.list: of a moderator', () => [{ moderator: 'member12' }]),
  member('activity.list: also of one’s own'),
  member('activity.list: of whom one follows', { of: 'followed' }),
  member('conversations.list'),
  guest('profiles.search', ({ members }) => members.map((_, n) => ({ search: `mem${n}` }))),
  { ...member('conversations.read'), inputs: of('others', byUsername) },
  { ...member('conversations.messages'), inputs: of('others', byUsername) },
  member('notifications.list'),
  member('notifications.list: unread', { only: 'unread' }),
  member('bookmarks.list'),
  member('following.posts', {}),
  member('following.posts: active', { sort: 'active' }),
  member('following.discussions'),
  member('following.concepts'),
  member('notes.ofFollowed'),
  member('news.list'),
  {
    ...member('viewerState.read'),
    inputs: ({ members, posts }) => members.map(() => ({ posts: posts.join() })),
  },
  { ...member('votes.scores'), inputs: ({ posts }) => posts.map((id) => ({ id, ids: posts[0] })) },
  member('firstSteps.read'),
  member('me.read'),
  member('mutes.list'),
  member('mutes.hidden'),
  member('blocks.list'),
  member('appeals.mine'),
  member('reports.mine'),
  member('pendingContent.list'),
  member('sanctions.mine'),
  moderator('moderationCases.list: open', often({ state: 'open' })),
  moderator('moderationCases.list: closed', often({ state: 'closed' })),
  moderator('moderationCases.list: posts', often({ kind: 'post' })),
  moderator('moderationCases.list: reported', often({ source: 'report' })),
  moderator('moderationCases.list: for approval', often({ source: 'pending' })),
  moderator('moderationCases.list: mine', often({ assigned: 'mine' })),
  moderator('moderationCases.list: unassigned', often({ assigned: 'none' })),
  moderator('moderationCases.moderators', often({})),
  moderator('savedReplies.list', often({})),
  moderator('moderationCases.waiting', often({})),
  moderator('moderationCases.read', of('cases', byId)),
  moderator('moderationActions.read', of('actions', byId)),
  moderator('memberView.read', of('members', byUsername)),
  moderator('memberView.history', of('members', byUsername)),
  moderator('sanctions.list', of('members', byUsername)),
  moderator('postModeration.read', of('posts', byId)),
  moderator('purges.read', of('members', byUsername)),
  { name: 'managedAccounts.list', as: 'admin', inputs: often({}) },
  {
    name: 'managedAccounts.list: search',
    as: 'admin',
    inputs: of('members', ({ username }) => ({ search: username })),
  },
  { name: 'users.list', as: 'editor', inputs: often({}) },
  {
    name: 'users.list: search',
    as: 'editor',
    inputs: of('members', ({ username }) => ({ search: username })),
  },
]

/** Returns the procedure of a read (`posts.list: newest`). Untyped, because its input comes from READS. */
export function procedureOf({ name }: Pick<Read, 'name'>): never {
  const [operation] = name.split(':')
  const found = operations.find((one) => one.name === operation)
  if (!found) throw new Error(`There is no operation ${operation}.`)
  return found.procedure as never
}
