import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppContext, AppServices } from '../src/app/context.server.ts'
import { createServices, stopServices } from '../src/app/services.server.ts'
import type { Role, Viewer } from '../src/core/viewer.ts'
import { loadConfig } from '../src/platform/config/config.server.ts'
import {
  type CommentRow,
  insertComments,
  insertMembers,
  insertNotes,
  insertPosts,
  type MemberRow,
  type NoteRow,
  type PostRow,
} from '../src/shell/demo/insert.server.ts'
import { testDatabase } from './database.ts'

/** People who view and act in tests. `visitor` is null, because visitors are not signed in. */
export interface People {
  visitor: null
  /** Ada, an ordinary member. */
  member: Viewer
  /** Bo, another ordinary member. */
  other: Viewer
  /** Mara, the author of the content that the other people act on. */
  author: Viewer
  moderator: Viewer
  editor: Viewer
  admin: Viewer
}

export type World = Awaited<ReturnType<typeof makeWorld>>

/**
 * Creates a forum with an empty, migrated database and the named people. Usually called once per test file
 * (`beforeAll`); tests then create the posts they need. Call `await world.close()` at the end.
 *
 *     const { people, asContext, buildPost } = world
 *     const id = await buildPost({ author: people.author })
 *     await call(router.votes.post, { id, vote_type: 1 }, { context: asContext(people.member) })
 */
export async function makeWorld() {
  const { url, db } = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'threshold-world-'))
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: folder,
    AUTH_SECRET: 'a secret for tests, 32 characters',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
  }
  const services = createServices(loadConfig(settings))
  const people = await namedPeople(services)
  return {
    services,
    /** The database without the time limit that requests have. Use it to prepare and inspect data. */
    db,
    people,
    asContext: (person: Viewer | null) => asContext(services, person),
    buildMember: (member: Partial<MemberRow> & { roles?: Role[] } = {}) => buildMember(services, member),
    buildPost: (post: Partial<PostRow> & { author?: Viewer | null } = {}) =>
      buildPost(services, { author: people.author, ...post }),
    buildComment: (comment: CommentInput) => buildComment(services, { author: people.other, ...comment }),
    buildNote: (note: Partial<NoteRow> & { author?: Viewer | null } = {}) =>
      buildNote(services, { author: people.author, ...note }),
    close: async () => {
      await Promise.all([stopServices(services), db.destroy()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type CommentInput = Partial<CommentRow> & Pick<CommentRow, 'post_id'> & { author?: Viewer | null }

let count = 0

async function namedPeople(services: AppServices): Promise<People> {
  const named: [Exclude<keyof People, 'visitor'>, MemberRow, Role[]][] = [
    ['member', { username: 'ada', full_name: 'Ada Lin' }, []],
    ['other', { username: 'bo_k', full_name: 'Bo Kirk' }, []],
    ['author', { username: 'mara', full_name: 'Mara Okonkwo' }, []],
    ['moderator', { username: 'mo_r', full_name: null }, ['moderator']],
    ['editor', { username: 'edith', full_name: 'Edith Sol' }, ['editor']],
    ['admin', { username: 'adam', full_name: 'Adam Berg' }, ['admin']],
  ]
  const viewers = await insertPeople(
    services,
    named.map(([, row, roles]) => ({ ...row, roles })),
  )
  const people = named.map(([name], index) => [name, viewers[index]])
  return { visitor: null, ...Object.fromEntries(people) } as People
}

function asContext(services: AppServices, viewer: Viewer | null): AppContext {
  const session = viewer ? { id: viewer.id, expires_at: sessionEnd() } : undefined
  return { ...services, viewer, session, requestId: 'test', address: '127.0.0.1' }
}

async function buildMember(services: AppServices, member: Partial<MemberRow> & { roles?: Role[] }) {
  const [viewer] = await insertPeople(services, [{ username: `member${++count}`, ...member }])
  return viewer as Viewer
}

async function insertPeople(
  { db }: AppServices,
  rows: (MemberRow & { roles?: Role[] })[],
): Promise<Viewer[]> {
  const ids = await insertMembers(db, rows)
  const viewers = rows.map(({ username, full_name = null, roles = [] }, index) => ({
    id: ids[index] as string,
    username,
    full_name,
    avatar_url: null,
    roles,
  }))
  const roles = viewers.flatMap((viewer) => viewer.roles.map((role) => ({ user_id: viewer.id, role })))
  if (roles.length > 0) await db.insertInto('user_roles').values(roles).execute()
  // Everyone has just signed in. The id of each session is the id of its member.
  const expires_at = sessionEnd()
  const sessions = viewers.map(({ id }) => ({ id, user_id: id, token: `session of ${id}`, expires_at }))
  await db.insertInto('sessions').values(sessions).execute()
  return viewers
}

function sessionEnd(): string {
  return new Date(Date.now() + 30 * 86_400_000).toISOString()
}

/** Creates a post. Returns its id. The author defaults to Mara. `author: null` means a deleted account. */
async function buildPost(
  { db }: AppServices,
  { author, ...post }: Partial<PostRow> & { author: Viewer | null },
) {
  const row = {
    title: `Post ${++count}`,
    content: '<p>Words about a thing.</p>',
    author_id: author?.id ?? null,
  }
  const [id] = await db
    .transaction()
    .execute((transaction) => insertPosts(transaction, [{ ...row, ...post }]))
  return id as string
}

/** Creates a comment. Returns its id. The author defaults to Bo. */
async function buildComment({ db }: AppServices, { author, ...comment }: CommentInput) {
  const row = { content: `Comment ${++count}`, author_id: author?.id ?? null }
  const [id] = await insertComments(db, [{ ...row, ...comment }])
  return id as string
}

/** Creates a note. Returns its id. The author defaults to Mara. */
async function buildNote(
  { db }: AppServices,
  { author, ...note }: Partial<NoteRow> & { author: Viewer | null },
) {
  const row = { content: `Note ${++count}`, author_id: author?.id ?? null }
  const [id] = await insertNotes(db, [{ ...row, ...note }])
  return id as string
}
