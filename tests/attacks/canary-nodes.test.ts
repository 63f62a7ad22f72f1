// @module-tag all
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import {
  handleAccountJobs,
  sendExistingAccount,
  sendPasswordChanged,
  sendSignUpNotification,
} from '../../src/accounts/mail/jobs.server.ts'
import { createApp } from '../../src/app/app.server.ts'
import { PUBLIC_QUERIES } from '../../src/app/public-queries.ts'
import { router } from '../../src/app/router.server.ts'
import { createServices, type RunningServices, stopServices } from '../../src/app/services.server.ts'
import { discovery } from '../../src/content/discovery/routes.server.ts'
import { feeds } from '../../src/content/feeds/routes.server.ts'
import { pictureRoutes } from '../../src/content/pictures/routes.server.ts'
import { handlePostJobs } from '../../src/content/posts/jobs.server.ts'
import { imageAddress } from '../../src/content/social-images/address.ts'
import { handleSocialJobs } from '../../src/content/social-images/jobs.server.ts'
import { socialImageRoutes } from '../../src/content/social-images/routes.server.ts'
import { findSocialImageSubject } from '../../src/content/social-images/sql.server.ts'
import { browserSuggestions } from '../../src/content/suggestions/browser.server.ts'
import { GuestQueues } from '../../src/core/guest-queues.server.ts'
import { handleRemovalJobs } from '../../src/moderation/removal/jobs.server.ts'
import type { EmailMessage } from '../../src/platform/mail/mail.server.ts'
import { handleModerationJobs } from '../../src/staff/queue/jobs.server.ts'
import { PromptJobs } from '../prompt-jobs.ts'
import { makeWorld, type World } from '../world.ts'
import { apiPaths, type CanarySubject, FILES, filePaths, findLeaks, type Leak } from './canary-channels.ts'
import { CANARY_STATES, type Canary, type CanaryContent } from './canary-states.ts'

/** Tests that no node's cache contains removed words, nor do mails, images or old notifications. */
let world: World
let elsewhere: RunningServices
/** A node that receives no invalidations, so it still serves the words. It proves that leaks are found. */
let deaf: RunningServices
let apps: Record<'here' | 'there' | 'unheard', ReturnType<typeof createApp>>
const letters: EmailMessage[] = []
const jobs = new PromptJobs()
const words: string[] = []

beforeAll(async () => {
  world = await makeWorld()
  const { services } = world
  Object.assign(services.config, {
    AUTH_SECRET: 'a secret for tests, 32 characters',
    STAFF_EMAIL: 'staff@a.org',
  })
  elsewhere = createServices(services.config)
  deaf = createServices(services.config)
  await Promise.all([services.bus.start(), elsewhere.bus.start()])
  apps = { here: createApp(services), there: createApp(elsewhere), unheard: createApp(deaf) }
  Object.assign(services, { jobs })
  const deliver = async (message: EmailMessage) => void letters.push(message)
  handleAccountJobs(services, jobs, deliver)
  handleModerationJobs(services, jobs, deliver)
  handlePostJobs(services, jobs)
  handleRemovalJobs(services, jobs)
  handleSocialJobs(services, jobs)
})
afterAll(async () => {
  await Promise.all([stopServices(elsewhere), stopServices(deaf)])
  await world.close()
})

test('every public question is asked, and every file of a route is looked into', () => {
  const paths = apiPaths(lookedFor({ post: 'x', comment: 'x', note: 'x' })).map((path) =>
    path.replace(/\?.*/, ''),
  )
  const unasked = PUBLIC_QUERIES.filter(({ path }) => !paths.some((asked) => path.test(asked)))
  expect(
    unasked.map(({ name }) => name),
    'add a path to apiPaths',
  ).toEqual([])
  const { services } = world
  const queues = new GuestQueues(services)
  const parts = [discovery, feeds, browserSuggestions, socialImageRoutes]
  const pictures = pictureRoutes(services, { authenticate: async () => ({ viewer: null }) }, queues)
  const routes = [pictures, ...parts.map((part) => part(services, queues))].flatMap((part) =>
    part.routes.map(({ path }) => path),
  )
  expect([...new Set(routes)].sort(), 'add a path to FILES').toEqual(Object.keys(FILES).sort())
})

/** Paths whose responses must contain the canary words before the content is hidden. Keyed by the hiding state. */
const SHOWN: Record<string, string[]> = {
  'a removed post': ['/api/posts', '/api/posts/ID', '/api/suggestions', '/feeds/latest.atom'],
  'a removed comment': ['/api/posts/ID/comments', '/api/search/comments', '/api/profiles/mara/comments'],
  'a removed note': ['/api/notes', '/api/notes/ID', '/api/search/notes', '/api/profiles/mara/notes'],
}

describe.each(CANARY_STATES)('%s', (name, hide) => {
  let canary: Canary
  let paths: string[]
  /** Responses from before the removal, by path. */
  const before = new Map<string, string>()
  let image: string
  /** The post that was shown before. Moderators may have moved the content to another one. */
  let former: string

  beforeAll(async () => {
    canary = await hide(world, async (shown) => {
      paths = pathsFor(shown)
      for (const path of paths) before.set(path, await textAt('here', path))
      for (const node of ['there', 'unheard'] as const)
        await Promise.all(paths.map((path) => textAt(node, path)))
      former = shown.post
      const subject = await findSocialImageSubject(world.db, former)
      image = subject ? imageAddress(subject, world.services.siteSettings.site) : ''
      if (subject) expect((await fetched('here', image)).status).toBe(200)
    })
    words.push(...canary.words, ...canary.notes)
  })

  it.runIf(name in SHOWN)('was found before, and is where nobody hears of it', async () => {
    const shown = await findLeaks(paths, canary.words, async (path) => before.get(path) ?? '')
    expect([...new Set(shown.map(({ path }) => plain(path)))]).toEqual(
      expect.arrayContaining(SHOWN[name] ?? []),
    )
    const kept = await findLeaks(paths, canary.words, (path) => textAt('unheard', path))
    expect(kept).not.toEqual([])
  })

  it('is answered by no node within a second', async () => {
    const all = [...canary.words, ...canary.notes]
    paths = [...new Set([...paths, ...pathsFor(canary)])]
    expect(await findLeaks(paths, all, (path) => textAt('here', path))).toEqual([])
    // Searches at least once, and again for up to 1 s, until the other node has dropped its cached pages.
    const until = Date.now() + 1000
    let there: Leak[]
    do there = await findLeaks(paths, all, (path) => textAt('there', path))
    while (there.length > 0 && Date.now() < until)
    expect(there).toEqual([])
  })

  it('has no image any more, where it was a post, nor a file of one', async () => {
    const subject = await findSocialImageSubject(world.db, former)
    const files: string[] = []
    for await (const { key } of world.services.files.list(`social/${former}`)) files.push(key)
    expect(files).toHaveLength(subject ? 1 : 0)
    const { services } = world
    const routes = socialImageRoutes(services, new GuestQueues(services))
    // The address of an image depends on the title, and a former one redirects.
    const isRetitled = canary.redaction !== undefined && canary.kept.id === former
    const status = subject ? (isRetitled ? 302 : 200) : 404
    if (image.includes(former)) expect((await routes.request(image)).status).toBe(status)
  })

  it('is in no notification of before', async () => {
    for (const person of ['member', 'other', 'author', 'moderator'] as const) {
      const context = world.asContext(world.people[person])
      const listed = await call(router.notifications.list, {}, { context })
      const shown = JSON.stringify(listed).toLowerCase()
      const theirs = canary.shown_to?.[person]?.includes('notifications.list') ? [] : canary.words
      expect([...theirs, ...canary.notes].filter((word) => shown.includes(word))).toEqual([])
    }
  })
})

test('is in no mail, and no misspelling leads to it, after all that is done by and by', async () => {
  const { people, asContext, db } = world
  const post = await world.buildPost({ author: people.author })
  const report = { kind: 'post', id: post, reason: 'spam' } as const
  await call(router.reports.create, report, { context: asContext(people.member) })
  await db
    .updateTable('moderation_cases')
    .set({ created_at: new Date(Date.now() - 5 * 3600_000).toISOString() })
    .execute()
  const user_id = people.author.id
  for (const mail of [sendExistingAccount, sendPasswordChanged, sendSignUpNotification])
    await jobs.add(mail, { user_id })
  await jobs.doTimed()
  expect(letters.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/open cases?/))
  expect(letters.length).toBeGreaterThanOrEqual(4)
  const mails = new Map(letters.map((letter, n) => [`mail ${n}`, JSON.stringify(letter)]))
  expect(await findLeaks([...mails.keys()], words, async (name) => mails.get(name) ?? '')).toEqual([])
  const misspelt = words.map((word) => `/api/search?search=${word.slice(0, -1)}x`)
  expect(await findLeaks(misspelt, words, (path) => textAt('here', path))).toEqual([])
})

test('a planted leak is found, in whatever case of letters', async () => {
  const plant = async (path: string) => (path === '/leak' ? '<p>About QUETZALBBBBTitulus.</p>' : 'nothing')
  expect(await findLeaks(['/', '/leak'], ['quetzalbbbbtitulus'], plant)).toEqual([
    { path: '/leak', word: 'quetzalbbbbtitulus' },
  ])
})

/** Returns ids and names for the URLs to check, and the prefix that all canary words of this content share. */
function lookedFor({ post, comment, note }: CanaryContent): CanarySubject {
  const mara = { username: 'mara', other: 'mara', concept: '018f0000-0000-7000-8000-000000000000' }
  return { ...mara, post, ownPost: post, removedPost: post, editedComment: comment, note, lure: 'quetzal' }
}

function pathsFor(shown: CanaryContent): string[] {
  const looked = lookedFor(shown)
  return [...apiPaths(looked), ...filePaths(looked)]
}

/** Replaces ids in a path by `ID`, and drops the query. */
function plain(path: string): string {
  return path.replace(/\?.*/, '').replace(/[\da-f]{8}-[\da-f-]{27}/, 'ID')
}

async function fetched(node: keyof typeof apps, path: string): Promise<Response> {
  return (await apps[node].fetch(new Request(`http://localhost:3000${path}`))) as Response
}

async function textAt(node: keyof typeof apps, path: string): Promise<string> {
  return (await fetched(node, path)).text()
}
