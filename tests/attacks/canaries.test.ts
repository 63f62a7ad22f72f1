import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { LIVE_CHANNEL } from '../../src/accounts/live/events.ts'
import { createApp } from '../../src/app/app.server.ts'
import { operations } from '../../src/app/operations.server.ts'
import { router } from '../../src/app/router.server.ts'
import { listPostEntries } from '../../src/content/discovery/sitemap-sql.server.ts'
import { findAllSocialImageSubjects } from '../../src/content/social-images/sql.server.ts'
import type { Viewer } from '../../src/core/viewer.ts'
import { saveChoices } from '../../src/people/notifications/choices-sql.server.ts'
import { CHOICE_KINDS } from '../../src/people/notifications/policy.ts'
import { runExport as writeFile } from '../../src/settings/exports/jobs.server.ts'
import { exportsProcedures as exportsOf } from '../../src/settings/exports/procedures.server.ts'
import { composePayload } from '../../src/staff/webhooks/payload.server.ts'
import { WEBHOOK_EVENTS } from '../../src/staff/webhooks/policy.ts'
import { withMails } from '../mails.ts'
import { unzip } from '../unzip.ts'
import { makeWorld, type People, type World } from '../world.ts'
import { CANARY_STATES, type Canary, type CanaryContent, type CanaryState } from './canary-states.ts'
import { type ConcernedPerson, concern } from './person-concerned.ts'

/** Tests that no response to anyone contains words of removed content, unless the person may read it. */
let world: World
let app: ReturnType<typeof createApp>
let frames: string
let mails: ReturnType<typeof withMails>['mails']

beforeAll(async () => {
  world = await makeWorld()
  world.services.config.AUTH_SECRET = 'a secret for tests, 32 characters'
  world.services.jobs.add = async () => {}
  app = createApp(world.services)
  mails = withMails(world.services).mails
  // One member is notified of everything by mail.
  const digest = { frequency: 'daily', hour: 8, time_zone: 'UTC' } as const
  await call(router.digest.update, digest, { context: world.asContext(world.people.other) })
  const webhook = { url: 'https://receiver.example/', events: [...WEBHOOK_EVENTS], sealed_secret: 'sealed' }
  await world.db.insertInto('webhooks').values(webhook).execute()
})
afterAll(() => world.close())

type Input = (canary: Canary) => object | undefined
const nothing: Input = () => ({})
const username = 'mara'
const ofMember: Input = ({ username: theirs = username }) => ({ username: theirs })
const ofPost: Input = ({ post }) => ({ id: post })
const search: Input = ({ words }) => ({ search: words[1] })
/** A search for a word with one missing letter. The suggested spelling must not reveal the removed word. */
const misspelt: Input = ({ words }) => ({ search: words[1]?.replace('quetzal', 'quetzl') })
const misspeltTitle: Input = ({ words }) => ({ search: words[0]?.replace('quetzal', 'quetzl') })

/** Input to call each reading operation with. The first test fails if an operation is missing. */
const ASKED: Record<string, Input> = {
  'accessTokens.list': nothing,
  'activity.list': nothing,
  'appeals.mine': nothing,
  'appeals.read': ofPost,
  'best.list': () => ({ year: new Date().getUTCFullYear() }),
  'blocks.list': nothing,
  'bookmarks.list': nothing,
  'concepts.list': nothing,
  'concepts.read': () => ({ id: concept }),
  'changes.list': nothing,
  'collections.list': nothing,
  'comments.list': ofPost,
  'comments.pageOf': ({ post, comment }) => ({ id: post, comment_id: comment }),
  'community.read': nothing,
  'community.numbers': nothing,
  'conversations.list': nothing,
  'conversations.read': ofMember,
  'conversations.messages': ofMember,
  'digest.read': nothing,
  'events.list': nothing,
  'firstSteps.read': nothing,
  'formerConversations.list': nothing,
  'formerConversations.messages': ofPost,
  'follows.followers': ofMember,
  'follows.following': ofMember,
  'following.posts': nothing,
  'following.discussions': nothing,
  'following.concepts': nothing,
  'blockedDomains.list': nothing,
  'blockedMail.list': nothing,
  'invites.list': nothing,
  'viewerState.read': ({ post, comment, note }) => ({ posts: post, comments: comment, notes: note }),
  'managedAccounts.list': nothing,
  'managedAccounts.read': ofPost,
  'me.listProviders': nothing,
  'me.listPasskeys': nothing,
  'me.readProof': nothing,
  'me.listSessions': nothing,
  'me.read': nothing,
  'me.readDeletion': nothing,
  'me.listExports': nothing,
  'me.readExport': ofPost,
  'me.readSecondFactor': nothing,
  'me.readEmail': nothing,
  'news.list': nothing,
  'notes.list': nothing,
  'notes.read': ({ note }) => ({ id: note }),
  'notes.replies': ({ note }) => ({ id: note }),
  'notes.pageOf': ({ note }) => ({ id: note, reply_id: note }),
  'notes.ofFollowed': nothing,
  'notes.ofProfile': ofMember,
  'memberView.read': ofMember,
  'memberView.history': ofMember,
  'moderationActions.list': nothing,
  'transparency.read': nothing,
  'setup.read': nothing,
  'setup.readStarter': nothing,
  'moderationActions.read': ofPost,
  'moderationCases.list': nothing,
  'moderationCases.read': ({ post, case_id }) => ({ id: case_id ?? post }),
  'moderationCases.waiting': nothing,
  'moderationCases.moderators': nothing,
  'savedReplies.list': nothing,
  'watchedWords.list': nothing,
  'mutes.list': nothing,
  'mutes.hidden': nothing,
  'notificationChoices.read': nothing,
  'notifications.list': nothing,
  'dashboard.days': nothing,
  'dashboard.failedJobs': nothing,
  'dashboard.figures': nothing,
  'dashboard.release': nothing,
  'pendingContent.list': nothing,
  'postModeration.read': ofPost,
  'posts.list': nothing,
  'posts.neighbours': ofPost,
  'posts.read': ofPost,
  'posts.related': ofPost,
  'profiles.search': search,
  'profiles.read': ofMember,
  'profiles.posts': ofMember,
  'profiles.comments': ofMember,
  'profiles.highlights': ofMember,
  'purges.read': ofMember,
  'push.list': nothing,
  'redactions.read': ({ redaction, post }) => ({ id: redaction ?? post }),
  'removals.mine': ({ kept }) => kept,
  'removals.read': ({ kept }) => kept,
  'reports.mine': nothing,
  'resources.list': nothing,
  'revisions.comment': ({ comment }) => ({ id: comment }),
  'revisions.post': ofPost,
  'rules.list': nothing,
  'sanctions.list': ofMember,
  'sanctions.mine': nothing,
  'searches.summary': search,
  'searches.comments': search,
  'searches.notes': search,
  'searches.people': search,
  'site.read': nothing,
  'site.settings': nothing,
  'site.text': () => ({ name: 'terms' }),
  'suggestions.list': search,
  'thinkers.list': nothing,
  'imports.list': nothing,
  'imports.report': ofPost,
  'webhookDeliveries.list': ofPost,
  'webhooks.list': nothing,
  'users.list': nothing,
  'votes.scores': ({ post, comment }) => ({ id: post, ids: `${post},${comment}` }),
}
const concept = '018f0000-0000-7000-8000-000000000000'

/** Further inputs for some operations: searches and filters that could find the removed content. */
const ALSO: Record<string, Input[]> = {
  'posts.list': [search, () => ({ author: username }), () => ({ sort: 'active' })],
  'notes.list': [() => ({ sort: 'trending' })],
  'searches.summary': [misspelt, misspeltTitle],
  'suggestions.list': [misspelt, misspeltTitle],
}

const reading = operations.filter(({ method }) => method === 'GET')

test('every operation that reads is asked', () => {
  const missing = reading.map(({ name }) => name).filter((name) => !(name in ASKED))
  expect(missing, 'add what it is asked with to ASKED').toEqual([])
})

/** Operations that may return removed content, by person. Authors read their own, moderators any. */
const MAY_READ_REMOVED: Canary['shown_to'] = {
  author: ['removals.mine'],
  moderator: ['removals.read'],
}

/** Hidden content that `npm test` tries. The rest is in the same places, but hidden in another way. */
const FIRST = [
  'a removed post',
  'a removed comment',
  'a pending post',
  'a redacted revision',
  'a passage redacted from a post',
]
const isFirst = ([name]: CanaryState) => FIRST.includes(name)

describe.each(CANARY_STATES.filter(isFirst))('%s', lookForCanary)
describe.each(CANARY_STATES.filter((state) => !isFirst(state)))('%s', { tags: 'all' }, lookForCanary)

function lookForCanary(...[name, hide]: CanaryState): void {
  let canary: Canary
  /** Mails and webhooks that were sent while everybody could still read the content. */
  let mailedBefore: string
  let deliveredBefore: string

  beforeAll(async () => {
    frames = ''
    const leave = world.services.bus.subscribe(LIVE_CHANNEL, (event) => {
      frames += JSON.stringify(event)
    })
    await sql`truncate mail_items, webhook_deliveries`.execute(world.db)
    await mail('soon')
    const keep = async (shown: CanaryContent) => {
      mailedBefore = await mailed('soon')
      deliveredBefore = await delivered()
      // Counts words for spelling suggestions, as a job does every minute. It does not run after the removal.
      await sql`select add_up_search_words()`.execute(world.db)
      await Promise.all(publicPaths(shown).map(textOf))
    }
    canary = await hide(world, keep)
    if (typeof leave === 'function') leave()
  })

  it('is in no answer to anybody but who may read it', async () => {
    const allowed = canary.shown_to ?? MAY_READ_REMOVED
    for (const person of ['visitor', 'member', 'other', 'author', 'moderator'] as const) {
      const found: string[] = []
      for (const { name, procedure } of reading)
        for (const asked of [ASKED[name], ...(ALSO[name] ?? [])]) {
          const answer = await answerTo(procedure, asked?.(canary), person)
          if (showsAny(answer, secretsFor(canary, name, asked))) found.push(name)
        }
      expect.soft(found, person).toEqual(allowed?.[person] ?? [])
    }
  })

  it('is in no public answer or feed, also where they were kept from before', async () => {
    for (const path of publicPaths(canary)) {
      const response = await fetched(path)
      expect.soft([200, 404, 410], path).toContain(response.status)
      expect.soft(showsAny(await response.text(), canary.words), path).toBe(false)
    }
  })

  it('is in no export, but its words in that of its author', async () => {
    for (const person of ['member', 'other', 'author', 'moderator', 'admin'] as const) {
      const found = showsAny(await exportOf(world.people[person]), secretsOfExport(canary, person))
      expect.soft(found, person).toBe(false)
    }
  })

  it('is in no mail that goes out after it', async () => {
    if (name.startsWith('a removed')) expect.soft(showsAny(mailedBefore, canary.words), 'before').toBe(true)
    for (const email of ['soon', 'digest'] as const)
      expect.soft(showsAny(await mailed(email), [...canary.words, ...canary.notes]), email).toBe(false)
  })

  it('is in no webhook that goes out after it', async () => {
    if (name.startsWith('a removed') && !name.endsWith('note'))
      expect.soft(showsAny(deliveredBefore, canary.words), 'before').toBe(true)
    const after = await delivered()
    expect(after).not.toBe('[]')
    expect(showsAny(after, [...canary.words, ...canary.notes])).toBe(false)
  })

  it('is in no live frame', () => {
    expect(frames).not.toBe('')
    expect(showsAny(frames, [...canary.words, ...canary.notes])).toBe(false)
  })

  it('has no image and no place in the sitemap, where it was a post', async () => {
    const isPost = canary.kept.kind === 'post' && !canary.redaction
    expect(await findAllSocialImageSubjects(world.db, [canary.post])).toHaveLength(isPost ? 0 : 1)
    const month = new Date().toISOString().slice(0, 7)
    const paths = (await listPostEntries(world.db, month, 1)).map(({ path }) => path)
    expect(paths.some((path) => path.startsWith(`/post/${canary.post}`))).toBe(!isPost)
  })

  it('is answered to nobody but its author as if there were no such thing', async () => {
    const mine = operations.find(({ name }) => name === 'removals.mine')?.procedure
    const made_up = { kind: canary.kept.kind, id: crypto.randomUUID() }
    for (const person of ['member', 'moderator'] as const)
      expect(await answerTo(mine, canary.kept, person)).toBe(await answerTo(mine, made_up, person))
  })
}

/** Operations that list members who have joined but done nothing else. */
const LISTS_MEMBERS = ['firstSteps.read', 'managedAccounts.list', 'users.list']

describe('a reported moderator', () => lookForReports('moderator'))
describe('a reported admin', { tags: 'all' }, () => lookForReports('admin'))

function lookForReports(role: 'moderator' | 'admin'): void {
  let about: ConcernedPerson
  let asked: Canary
  let heard: string
  const frames = new Map<string, string>()

  beforeAll(async () => {
    const leave = world.services.bus.subscribe(LIVE_CHANNEL, (frame) => {
      const { to = 'everybody', event } = frame as { to?: string; event: object }
      frames.set(to, (frames.get(to) ?? '') + JSON.stringify(event))
    })
    about = await concern(world, role)
    const { person, post, comment, note } = about
    const kept = { kind: 'note', id: note } as const
    asked = { words: [], notes: [], post, comment, note, kept, username: person.username }
    if (typeof leave === 'function') leave()
    heard = frames.get(person.id) ?? ''
  })

  const reports = (answer: string) => showsAny(answer, about.secrets)

  it('hears of neither who reported them nor what colleagues note about them, whatever they ask', async () => {
    const { person, reporter, cases, actions } = about
    const inputs = [asked, ...[...cases, ...actions].map((id) => ({ ...asked, post: id, case_id: id }))]
    const found: string[] = []
    for (const { name, procedure } of reading)
      for (const input of inputs)
        for (const ask of [ASKED[name], ...(ALSO[name] ?? [])]) {
          const answer = await answerTo(procedure, ask?.(input), person)
          const isPublic = (await answerTo(procedure, ask?.(input), null)).includes(reporter.id)
          const isNamed = answer.includes(reporter.id) && !isPublic && !LISTS_MEMBERS.includes(name)
          if (reports(answer) || isNamed) found.push(name)
        }
    expect([...new Set(found)]).toEqual([])
  })

  it('is what colleagues read all the same', async () => {
    const { colleague, reporter, cases, actions } = about
    const answers = async (name: string, inputs: object[]) => {
      const procedure = operations.find((operation) => operation.name === name)?.procedure
      return (await Promise.all(inputs.map((input) => answerTo(procedure, input, colleague)))).join()
    }
    const ids = (of: string[]) => of.map((id) => ({ id }))
    const read = await answers('moderationCases.read', ids(cases))
    expect(about.secrets.every((word) => read.includes(word))).toBe(true)
    expect(read).toContain(reporter.id)
    const theirs = { username: asked.username }
    for (const [name, inputs] of [
      ['moderationActions.read', ids(actions)],
      ['memberView.read', [theirs]],
      ['memberView.history', [theirs]],
      ['sanctions.list', [theirs]],
    ] as const)
      expect(reports(await answers(name, [...inputs])), name).toBe(true)
    expect(frames.get(colleague.id)).toContain('"case"')
  })

  it('can do nothing with a case about them, which is like none', async () => {
    const { person, cases } = about
    for (const name of ['claim', 'release', 'decide', 'assign', 'addNote'] as const)
      for (const id of cases) {
        const to = (made: string) =>
          answerTo(
            router.moderationCases[name],
            { id: made, outcome: 'rejected', assignee: null, text: 'A note' },
            person,
          )
        expect(await to(id), name).toBe(await to(crypto.randomUUID()))
      }
  })

  it('hears nothing live of a case about them, and takes nothing of it along', async () => {
    expect(heard).not.toContain('"case"')
    expect(reports(heard + (frames.get('everybody') ?? ''))).toBe(false)
    expect(reports(await exportOf(about.person))).toBe(false)
    const told = await call(router.notifications.list, {}, { context: world.asContext(about.person) })
    expect(reports(JSON.stringify(told)) || JSON.stringify(told).includes(about.reporter.id)).toBe(false)
  })

  it('is on no page or feed for everybody', async () => {
    for (const path of [
      ...publicPaths(about),
      '/feeds/moderation.atom',
      '/api/moderation/actions',
      '/moderation',
    ])
      expect(reports(await textOf(path)), path).toBe(false)
  })
}

/** Turns on mails about every kind of news for one member. Messages are in no digest. */
function mail(email: 'soon' | 'digest') {
  const choices = Object.fromEntries(
    CHOICE_KINDS.map((kind) => [kind, { email: kind === 'message' ? 'soon' : email }]),
  )
  return saveChoices(world.db, world.people.other.id, choices)
}

/** Sends all mails to that member, even if they were sent before. Returns them as JSON. */
async function mailed(email: 'soon' | 'digest'): Promise<string> {
  await mail(email)
  await sql`update mail_items set queued_at = null, due_at = ${email === 'soon' ? sql`now()` : null}`.execute(
    world.db,
  )
  await sql`update notifications set is_read = false`.execute(world.db)
  await sql`update digests set covered_until = now() - interval '1 day'`.execute(world.db)
  const sent = email === 'soon' ? await mails.whenDue() : await mails.whenDigestsDue()
  return JSON.stringify(sent)
}

/** Returns the payloads that webhooks would send now of all events, as JSON. */
async function delivered(): Promise<string> {
  const deliveries = await world.db.selectFrom('webhook_deliveries').selectAll().execute()
  const { PUBLIC_URL } = world.services.config
  return JSON.stringify(
    await Promise.all(deliveries.map((each) => composePayload(world.db, PUBLIC_URL, each))),
  )
}

/** Words that a response must not contain. Excludes searched words, and notes in the moderators' history. */
function secretsFor({ words, notes }: Canary, name: string, asked: Input | undefined): string[] {
  if (name === 'memberView.history') return words
  return asked === search && name === 'searches.summary'
    ? [...notes, words[0] as string]
    : [...words, ...notes]
}

/** Returns the words that an export must not contain. Authors may get their own words, but no notes. */
function secretsOfExport({ words, notes }: Canary, person: keyof People): string[] {
  return person === 'author' ? notes : [...words, ...notes]
}

/** Creates a member's export. Returns the text of all its files in lower case. */
async function exportOf(viewer: Viewer): Promise<string> {
  await world.db.deleteFrom('exports').execute()
  // A purge ends the member's sessions, so this creates one as if they had signed in again.
  await sql`insert into sessions (id, user_id, token, expires_at)
    values (${viewer.id}, ${viewer.id}, ${`session of ${viewer.id}`}, now() + interval '1 day') on conflict do nothing`.execute(
    world.db,
  )
  const made = await call(exportsOf.createExport, undefined, { context: world.asContext(viewer) })
  await writeFile(world.services, made.id)
  const { body } = await call(exportsOf.readExport, { id: made.id }, { context: world.asContext(viewer) })
  return [...unzip(Buffer.from(await body.arrayBuffer())).values()].map(String).join('\n').toLowerCase()
}

function showsAny(answer: string, words: string[]): boolean {
  return words.some((word) => answer.toLowerCase().includes(word))
}

function publicPaths({ post, note }: CanaryContent): string[] {
  const posts = ['', '?sort=active', `/${post}`, `/${post}/comments`, `/${post}/related`]
  const others = [
    'notes',
    `notes/${note}`,
    'activity',
    `profiles/${username}/posts`,
    `profiles/${username}/comments`,
  ]
  const feeds = ['latest.atom', 'latest.json', `members/${username}.atom`, `members/${username}.json`]
  return [
    ...posts.map((path) => `/api/posts${path}`),
    ...others.map((path) => `/api/${path}`),
    ...feeds.map((path) => `/feeds/${path}`),
  ]
}

async function answerTo(
  procedure: unknown,
  input: object | undefined,
  person: keyof People | Viewer | null,
): Promise<string> {
  const context = world.asContext(typeof person === 'string' ? world.people[person] : person)
  return call(procedure as never, input as never, { context }).then(
    (answer: unknown) => JSON.stringify(answer) ?? '',
    (error: { code?: string; message?: string; data?: unknown }) =>
      JSON.stringify({ code: error.code, message: error.message, data: error.data }),
  )
}

async function fetched(path: string): Promise<Response> {
  const response = (await app.fetch(new Request(`http://localhost:3000${path}`))) as Response
  // A post redirects to the address with its title, or without one once that is gone.
  const location = response.headers.get('location')
  return location?.startsWith('/post/') ? fetched(location) : response
}

async function textOf(path: string): Promise<string> {
  return (await fetched(path)).text()
}
