import { call } from '@orpc/server'
import { router } from '../../src/app/router.server.ts'
import { runPurge } from '../../src/moderation/purges/jobs.server.ts'
import { requireApproval } from '../required-approval.ts'
import type { World } from '../world.ts'

/** Ids of the content to look for. */
export interface CanaryContent {
  post: string
  comment: string
  note: string
}

/** Hidden content, and the words that no response may contain any more. */
export interface Canary extends CanaryContent {
  /** Words that are in every text that the author wrote, and nowhere else. */
  words: string[]
  /** Words of moderators' notes, which only moderators may read. */
  notes: string[]
  /** Username of the content's owner. Defaults to the author's. */
  username?: string
  /** Id of the moderation case, if there is one. */
  case_id?: string
  /** Id of the redaction in the moderation log, if a passage was redacted. */
  redaction?: string
  /** Operations that may still return the words, by person. Defaults to those that show removed content. */
  shown_to?: Partial<Record<keyof World['people'], readonly string[]>>
  /** Input of `removals.mine`, with which authors read their own hidden content. */
  kept: { kind: 'post' | 'comment' | 'note'; id: string }
}

/**
 * A state of hidden content, and a function that creates such content with replies, votes and links. Before
 * it hides the content, it calls `keep`, with which tests fill caches and save responses.
 */
export type CanaryState = readonly [
  name: string,
  hide: (world: World, keep: (shown: CanaryContent) => Promise<unknown>) => Promise<Canary>,
]

export const CANARY_STATES: readonly CanaryState[] = [
  ['a removed post', (world, keep) => removed(world, keep, 'post')],
  ['a removed comment', (world, keep) => removed(world, keep, 'comment')],
  ['a removed comment that was split off', (world, keep) => removedAndMoved(world, keep, 'split')],
  ['a removed comment that was moved', (world, keep) => removedAndMoved(world, keep, 'move')],
  ['a removed comment on a merged post', (world, keep) => removedAndMoved(world, keep, 'merge')],
  ['a removed note', (world, keep) => removed(world, keep, 'note')],
  ['a comment below a removed post', belowRemoved],
  ['a pending post', (world, keep) => pending(world, keep, 'post')],
  ['a pending comment', (world, keep) => pending(world, keep, 'comment')],
  ['a pending note', (world, keep) => pending(world, keep, 'note')],
  ['a post held by a watched word', (world, keep) => heldByWord(world, keep, 'post')],
  ['a comment held by a watched word', (world, keep) => heldByWord(world, keep, 'comment')],
  ['a note held by a watched word', (world, keep) => heldByWord(world, keep, 'note')],
  ['words that were replaced', replaced],
  ['a redacted revision', redacted],
  ['a passage redacted from a post', (world, keep) => passageRedacted(world, keep, 'post')],
  ['a passage redacted from a comment', (world, keep) => passageRedacted(world, keep, 'comment')],
  ['a passage redacted from a comment that became a post', redactedAndSplit],
  ['a passage redacted from a post that became a comment', redactedAndMerged],
  ['a passage redacted from a note', (world, keep) => passageRedacted(world, keep, 'note')],
  ['a purged member', purged],
]

let count = 0

/**
 * Returns a unique word. It has only letters, because words with digits are never suggested as spellings. It
 * differs so much from earlier words that it is not suggested for one of them.
 */
function unheard(ending: string): string {
  const letter = String.fromCharCode(97 + count)
  return `quetzal${letter.repeat(4)}${ending}`
}

/** Creates content of a member whose content a moderator must approve. */
async function pending(
  world: World,
  keep: (shown: CanaryContent) => Promise<unknown>,
  kind: Canary['kept']['kind'],
): Promise<Canary> {
  const hold = () => requireApproval(world, world.people.author)
  const canary = await held(world, keep, { kind, hold })
  await world.db.deleteFrom('sanctions').execute()
  return canary
}

/** Creates content with words that admins watch for. */
async function heldByWord(
  world: World,
  keep: (shown: CanaryContent) => Promise<unknown>,
  kind: Canary['kept']['kind'],
): Promise<Canary> {
  const hold = async (words: string[]) => {
    for (const word of words) await watch(world, { word, action: 'hold', replacement: null })
  }
  const canary = await held(world, keep, { kind, hold })
  await forgetWatched(world)
  return canary
}

/** Creates content with words that are replaced when it is stored. */
async function replaced(world: World, keep: (shown: CanaryContent) => Promise<unknown>): Promise<Canary> {
  const as = asPerson(world, 'author')
  count++
  const words = [unheard('titulus'), unheard('verbum')]
  for (const word of words) await watch(world, { word, action: 'replace', replacement: 'harmless' })
  const content = `Of ${words.join(' and ')}, @bo_k`
  const { id: post } = await call(router.posts.create, { title: content, content: `<p>${content}</p>` }, as)
  const { id: comment } = await call(router.comments.create, { id: post, content }, as)
  const { id: note } = await call(router.notes.create, { content }, as)
  await call(router.comments.update, { id: comment, content: `Still ${content}` }, as)
  await keep({ post, comment, note })
  await forgetWatched(world)
  return { words, notes: [], post, comment, note, shown_to: {}, kept: { kind: 'comment', id: comment } }
}

async function watch(
  world: World,
  word: { word: string; action: 'hold' | 'replace'; replacement: string | null },
) {
  const { id } = await call(router.watchedWords.create, word, asPerson(world, 'admin'))
  await call(router.watchedWords.update, { id, is_on: true }, asPerson(world, 'admin'))
}

/** Deletes the watched words and their history, which the staff may read, so that only texts can contain them. */
async function forgetWatched({ db, services }: World): Promise<void> {
  await db.deleteFrom('content_changes').where('kind', '=', 'watched word').execute()
  await db.deleteFrom('watched_words').execute()
  services.watchedWords.changed()
}

interface Holding {
  kind: Canary['kept']['kind']
  /** Makes the forum hold the author's next texts, or those with one of the words. */
  hold: (words: string[]) => Promise<unknown>
}

/** Creates pending content. It is never public, so `keep` gets older, public content of the same member. */
async function held(
  world: World,
  keep: (shown: CanaryContent) => Promise<unknown>,
  { kind, hold }: Holding,
): Promise<Canary> {
  const { author, other } = world.people
  count++
  const [title, text] = [unheard('titulus'), unheard('verbum')]
  const post = await world.buildPost({ author })
  const note = await world.buildNote({ author })
  const comment = await world.buildComment({ post_id: post, author })
  await call(router.postFollows.add, { id: post }, { context: world.asContext(other) })
  await keep({ post, comment, note })
  await hold([title, text])
  const as = { context: world.asContext(author) }
  const content = `Of ${text} and ${title}, @bo_k`
  const send = {
    post: () => call(router.posts.create, { title: `On ${title}`, content: `<p>${text}, @bo_k</p>` }, as),
    comment: () => call(router.comments.create, { id: post, parent_id: comment, content }, as),
    note: () => call(router.notes.reply, { id: note, content }, as),
  }
  const { id } = await send[kind]()
  const waits = world.db.selectFrom('moderation_cases').select('id').where('target_id', '=', id)
  const { id: case_id } = await waits.executeTakeFirstOrThrow()
  const shown = { post, comment, note, [kind]: id }
  const shown_to = {
    author: ['pendingContent.list'],
    moderator: ['moderationCases.list', 'moderationCases.read'],
  }
  return { words: [title, text], notes: [], ...shown, case_id, shown_to, kept: { kind, id } }
}

async function removed(
  world: World,
  keep: (shown: CanaryContent) => Promise<unknown>,
  kind: Canary['kept']['kind'],
): Promise<Canary> {
  const { shown, words, privately } = await lively(world, kind)
  await keep(shown)
  const remove = { post: 'removePost', comment: 'removeComment', note: 'removeNote' } as const
  const id = shown[kind]
  await call(
    router.removals[remove[kind]],
    { id, reason: 'Spam.', note: privately },
    asPerson(world, 'moderator'),
  )
  return { ...shown, words, notes: [privately], kept: { kind, id } }
}

/** Removes a comment, then moves it to another post. Its reply, which stays visible, becomes the post if it is split. */
async function removedAndMoved(
  world: World,
  keep: (shown: CanaryContent) => Promise<unknown>,
  act: 'split' | 'move' | 'merge',
): Promise<Canary> {
  const canary = await removed(world, keep, 'comment')
  const to = await world.buildPost({ title: 'On what is elsewhere' })
  const [id, comments, by] = [canary.post, [canary.comment], asPerson(world, 'moderator')]
  const moved = await {
    split: () => call(router.commentMoves.split, { id, comments, title: 'On what followed' }, by),
    move: () => call(router.commentMoves.move, { id, comments, to }, by),
    merge: () => call(router.commentMoves.merge, { id, to }, by),
  }[act]()
  return { ...canary, post: moved.id }
}

async function redactedAndSplit(
  world: World,
  keep: (shown: CanaryContent) => Promise<unknown>,
): Promise<Canary> {
  const canary = await passageRedacted(world, keep, 'comment')
  const input = { id: canary.post, comments: [canary.comment], title: 'On what followed' }
  const { id } = await call(router.commentMoves.split, input, asPerson(world, 'moderator'))
  return { ...canary, post: id, kept: { kind: 'post', id } }
}

async function redactedAndMerged(
  world: World,
  keep: (shown: CanaryContent) => Promise<unknown>,
): Promise<Canary> {
  const canary = await passageRedacted(world, keep, 'post')
  const to = await world.buildPost({ title: 'On what is elsewhere' })
  await call(router.commentMoves.merge, { id: canary.post, to }, asPerson(world, 'moderator'))
  return { ...canary, post: to, comment: canary.post, kept: { kind: 'comment', id: canary.post } }
}

/** Hides a comment by removing the post that it belongs to. The comment itself is unchanged. */
async function belowRemoved(world: World, keep: (shown: CanaryContent) => Promise<unknown>): Promise<Canary> {
  const { shown, words, privately } = await lively(world, 'comment')
  await keep(shown)
  const id = shown.post
  await call(
    router.removals.removePost,
    { id, reason: 'Spam.', note: privately },
    asPerson(world, 'moderator'),
  )
  // Moderators can read removed content on their page about its author.
  const shown_to = { moderator: ['memberView.read'] }
  return { ...shown, words, notes: [privately], shown_to, kept: { kind: 'post', id } }
}

/**
 * Purges the author, whose content and profile all contain the words. Private messages that were already read
 * do not contain them, because a purge leaves those to their recipient.
 */
async function purged(world: World, keep: (shown: CanaryContent) => Promise<unknown>): Promise<Canary> {
  const { shown, words, privately } = await lively(world, 'post')
  const { id, username } = world.people.author
  const content = words.join(' and ')
  await call(router.comments.create, { id: shown.post, content }, asPerson(world, 'author'))
  await call(router.notes.create, { content }, asPerson(world, 'author'))
  await call(router.conversations.send, { username: 'bo_k', content }, asPerson(world, 'author'))
  const said = { full_name: words[0] as string, bio: content, location: words[1] as string }
  await world.db.updateTable('profiles').set(said).where('id', '=', id).execute()
  await keep(shown)
  const input = { username, reason: 'Spam.', note: privately }
  const { purge } = await call(router.purges.create, input, asPerson(world, 'moderator'))
  await runPurge(world.services, purge?.id as string)
  return { ...shown, words, notes: [privately], kept: { kind: 'post', id: shown.post } }
}

/** Redacts a revision, which hides the title and text that a post had before an edit. */
async function redacted(world: World, keep: (shown: CanaryContent) => Promise<unknown>): Promise<Canary> {
  const { shown, words, privately } = await lively(world, 'post')
  const id = shown.post
  const harmless = { id, title: 'On what is harmless', content: '<p>Harmless.</p>' }
  await call(router.posts.update, harmless, asPerson(world, 'author'))
  await keep(shown)
  const { items } = await call(router.revisions.post, { id }, asPerson(world, 'visitor'))
  const revision = items[0]?.id as string
  await call(
    router.revisions.redact,
    { id: revision, reason: 'Spam.', note: privately },
    asPerson(world, 'moderator'),
  )
  const kept = { kind: 'comment', id: shown.comment } as const
  return { ...shown, words, notes: [privately], kept, shown_to: {} }
}

/** Redacts the words from a text that was edited, and from a quotation by another member. */
async function passageRedacted(
  world: World,
  keep: (shown: CanaryContent) => Promise<unknown>,
  kind: Canary['kept']['kind'],
): Promise<Canary> {
  const { shown, words, privately } = await lively(world, kind)
  const id = shown[kind]
  const text = words[1] as string
  if (kind === 'post')
    await call(router.posts.update, { id, content: `<p>Still about ${text}.</p>` }, asPerson(world, 'author'))
  if (kind === 'comment')
    await call(router.comments.update, { id, content: `Still of ${text}` }, asPerson(world, 'author'))
  if (kind !== 'note') {
    const content = `@mara wrote:\n> About ${text}.\n\nIndeed.`
    await call(router.comments.create, { id: shown.post, content }, asPerson(world, 'other'))
  }
  await keep(shown)
  let redaction = ''
  for (const passage of kind === 'post' ? words : [text]) {
    const input = { kind, id, passage, reason: 'Private.', note: privately }
    redaction = (await call(router.redactions.create, input, asPerson(world, 'moderator'))).action_id
  }
  const shown_to = { moderator: ['redactions.read'] }
  return { ...shown, words, notes: [privately], redaction, shown_to, kept: { kind, id } }
}

function asPerson(world: World, person: keyof World['people']) {
  return { context: world.asContext(world.people[person]) }
}

/** Creates a discussion with replies, votes and links. The author's content of this kind has unique words. */
async function lively(world: World, kind: Canary['kept']['kind']) {
  const as = (person: keyof World['people']) => asPerson(world, person)
  count++
  const [title, text, privately] = [unheard('titulus'), unheard('verbum'), unheard('privatim')]
  const of = (which: typeof kind, word: string) => (which === kind ? word : 'harmless')
  const { id: post } = await call(
    router.posts.create,
    { title: `On ${of('post', title)}`, content: `<p>About ${of('post', text)}, @bo_k.</p>` },
    as('author'),
  )
  const remark = `Of ${of('comment', text)}, @bo_k`
  const { id: comment } = await call(router.comments.create, { id: post, content: remark }, as('author'))
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
  return { shown: { post, comment, note }, words: [title, text], privately }
}
