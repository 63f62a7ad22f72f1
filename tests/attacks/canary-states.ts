import { call } from '@orpc/server'
import { router } from '../../src/api/router.server.ts'
import type { World } from '../world.ts'

/** Where it is looked for. */
export interface Shown {
  post: string
  comment: string
  note: string
}

/** What was hidden, and the words that no answer may have any more. */
export interface Canary extends Shown {
  /** In every field that its author filled in, and nowhere else. */
  words: string[]
  /** The moderators' own; nobody else reads them. */
  notes: string[]
  /** What its author asks for to have their words back. */
  kept: { kind: 'post' | 'comment' | 'note'; id: string }
}

/**
 * A state, and how something comes into it that was answered, voted for and linked before. `keep` is called while it is
 * still there for everybody.
 */
export type CanaryState = readonly [
  name: string,
  hide: (world: World, keep: (shown: Shown) => Promise<unknown>) => Promise<Canary>,
]

/** One more state (pending, purged, a redacted revision) is one more row. */
export const CANARY_STATES: readonly CanaryState[] = [
  ['a removed post', (world, keep) => removed(world, keep, 'post')],
  ['a removed comment', (world, keep) => removed(world, keep, 'comment')],
  ['a removed note', (world, keep) => removed(world, keep, 'note')],
]

let count = 0

async function removed(
  world: World,
  keep: (shown: Shown) => Promise<unknown>,
  kind: Canary['kept']['kind'],
): Promise<Canary> {
  const as = (person: keyof World['people']) => ({ context: world.asContext(world.people[person]) })
  const n = ++count
  const [title, text, privately] = [`quetzal${n}titulus`, `quetzal${n}verbum`, `quetzal${n}privatim`]
  const of = (which: typeof kind, word: string) => (which === kind ? word : 'harmless')
  const { id: post } = await call(
    router.posts.create,
    { title: `On ${of('post', title)}`, content: `<p>About ${of('post', text)}, @bo_k.</p>` },
    as('author'),
  )
  const words = `Of ${of('comment', text)}, @bo_k`
  const { id: comment } = await call(router.comments.create, { id: post, content: words }, as('author'))
  const answer = { id: post, content: 'So be it.', parent_id: comment }
  await call(router.comments.create, answer, as('other'))
  const { id: note } = await call(
    router.notes.create,
    { content: `Of ${of('note', text)}, @bo_k` },
    as('author'),
  )
  await call(router.notes.reply, { id: note, content: 'Likewise.' }, as('other'))
  await call(router.votes.post, { id: post, vote_type: 1 }, as('other'))
  await call(router.votes.comment, { id: comment, vote_type: 1 }, as('other'))
  await call(router.notes.like, { id: note }, as('other'))
  await call(router.bookmarks.add, { id: post }, as('other'))
  await call(router.postFollows.add, { id: post }, as('other'))
  const links = `See /post/${post} and /post/${post}#comment-${comment} and /notes/${note}`
  await call(router.notes.create, { content: links }, as('member'))
  const id = { post, comment, note }[kind]
  await keep({ post, comment, note })
  const remove = { post: 'removePost', comment: 'removeComment', note: 'removeNote' } as const
  await call(router.removals[remove[kind]], { id, reason: 'Spam.', note: privately }, as('moderator'))
  return { words: [title, text], notes: [privately], post, comment, note, kept: { kind, id } }
}
