import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAccessToken } from '../../src/accounts/access-tokens/sql.server.ts'
import { hashOf, newToken } from '../../src/accounts/access-tokens/token.server.ts'
import { createApp } from '../../src/app/app.server.ts'
import { type ApiOperation, operations } from '../../src/app/operations.server.ts'
import { PUBLIC_API } from '../../src/core/public-paths.ts'
import { includesScope, TOKEN_SCOPES, type TokenScope } from '../../src/core/token-scope.ts'
import type { Viewer } from '../../src/core/viewer.ts'
import { newId } from '../../src/platform/ids.ts'
import { makeWorld, type World } from '../world.ts'

/**
 * The scope that an access token needs for each operation, as declared in the API contracts. Operations not
 * listed here reject tokens, except for public GETs, which ignore tokens and return the same to everyone.
 */
const TAKES: Record<TokenScope, string> = {
  read: `activity.list blocks.list bookmarks.list conversations.list conversations.messages conversations.read
    formerConversations.list formerConversations.messages following.concepts following.discussions following.posts me.read mutes.hidden mutes.list news.list notes.ofFollowed
    notifications.list pendingContent.list removals.mine reports.mine viewerState.read viewerState.readMany`,
  write: `activity.create blocks.add blocks.remove bookmarks.add bookmarks.remove comments.create comments.remove
    comments.update conceptFollows.add conceptFollows.remove conversations.markRead conversations.send follows.add
    follows.remove mutes.add mutes.remove notes.create notes.like notes.remove notes.reply notes.unlike notes.update
    notifications.read notifications.readAll notifications.readSeen pendingContent.withdraw postFollows.add
    postFollows.remove postMutes.add postMutes.remove posts.create posts.remove posts.update reads.update reports.create votes.comment votes.post`,
  moderate: `blockedDomains.add blockedDomains.list blockedDomains.remove commentMoves.merge commentMoves.move commentMoves.split memberView.addNote memberView.history
    memberView.read memberView.removeNote moderationActions.read postModeration.endSlowMode postModeration.slowDown moderationCases.addNote moderationCases.assign
    moderationCases.claim moderationCases.decide moderationCases.decideMany moderationCases.list
    moderationCases.moderators moderationCases.read moderationCases.release moderationCases.waiting postModeration.classify
    postModeration.lock postModeration.markDuplicate postModeration.pin postModeration.read postModeration.unlock
    postModeration.unmarkDuplicate postModeration.unpin redactions.create redactions.read redactions.restore removals.read removals.removeComment removals.removeNote
    removals.removePost removals.restoreComment removals.restoreNote removals.restorePost sanctions.create
    sanctions.lift sanctions.list vouches.add vouches.remove`,
}

/** Paths that no access token may reach: accounts, security, tokens, roles, site, purges and private data. */
const NEVER =
  /^\/(me\/(sessions|password|proof|email|providers|second-factor|passkeys|access-tokens|exports|deletion|digest|mail-refusals|avatar|first-admin|notification-choices)|users|accounts|operation|site\/settings|invites|auth|live|members\/\{username\}\/purge)(\/|$)/

const SCOPE_OF = new Map(
  TOKEN_SCOPES.flatMap((scope) => TAKES[scope].split(/\s+/).map((name) => [name, scope] as const)),
)
const isPublic = ({ method, path }: ApiOperation) => method === 'GET' && PUBLIC_API.test(`/api${path}`)

let world: World
let app: ReturnType<typeof createApp>
/** An access token for each scope. All belong to a member with every role. */
let tokens: Record<TokenScope, string>

beforeAll(async () => {
  world = await makeWorld()
  app = createApp(world.services)
  const leader = await world.buildMember({ roles: ['admin', 'editor', 'moderator'] })
  const made = await Promise.all(TOKEN_SCOPES.map((scope) => tokenOf(leader, scope)))
  tokens = Object.fromEntries(TOKEN_SCOPES.map((scope, index) => [scope, made[index]])) as typeof tokens
})
afterAll(() => world.close())

async function tokenOf({ id }: Pick<Viewer, 'id'>, scope: TokenScope): Promise<string> {
  const token = newToken()
  const row = { member_id: id, name: scope, scope, token_hash: hashOf(token), days: 7 }
  await insertAccessToken(world.db, row)
  return token
}

/** Calls an operation with unknown ids and an empty body, so that no request, even if permitted, succeeds. */
async function send({ method, path }: Pick<ApiOperation, 'method' | 'path'>, token: string) {
  const address = path
    .replace('{username}', 'nobody_here')
    .replace('{kind}', 'post')
    .replace(/\{\w+\}/g, newId())
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = method === 'GET' ? null : '{}'
  const response = await app.fetch(
    new Request(`http://localhost:3000/api${address}`, { method, headers, body }),
  )
  const answer = (await response.json()) as { code?: string; data?: { scope?: string } }
  return { status: response.status, code: answer.code, needed: answer.data?.scope }
}

test('contracts name scopes for what stands here, and for nothing else', () => {
  const declared = operations.flatMap(({ name, token }) => (token ? [[name, token]] : []))
  expect(declared.sort()).toEqual([...SCOPE_OF].sort())
})

test('what is dangerous is declared by nobody, nor what wants a fresh proof, nor what curators keep', () => {
  const declared = operations.filter(({ token }) => token)
  expect(declared.filter(({ path }) => NEVER.test(path)).map(({ name }) => name)).toEqual([])
  expect(operations.filter(({ path }) => NEVER.test(path)).length).toBeGreaterThan(25)
  for (const { name, guards, freshProof } of declared) {
    expect(freshProof, name).toBe(false)
    expect(['visitor', 'member', 'staff'], name).toContain(guards[0])
  }
})

test('what only moderators may do wants the scope for it, and what changes something never just reads', () => {
  const reading = ['viewerState.readMany']
  for (const { name, method, guards, token } of operations.filter(({ token }) => token)) {
    expect(token === 'moderate', name).toBe(guards[0] === 'staff')
    if (method !== 'GET' && !reading.includes(name)) expect(token, name).not.toBe('read')
  }
})

test.each(operations)('$name takes tokens as its contract says', async (operation) => {
  const allowed = SCOPE_OF.get(operation.name)
  for (const scope of TOKEN_SCOPES) {
    const { status, code, needed } = await send(operation, tokens[scope])
    expect.soft(status, scope).not.toBe(401)
    expect.soft(status, scope).toBeLessThan(500)
    if (isPublic(operation))
      expect.soft(['ACCESS_TOKEN_REFUSED', 'SCOPE_REQUIRED'], scope).not.toContain(code)
    else if (!allowed)
      expect.soft({ status, code }, scope).toEqual({ status: 403, code: 'ACCESS_TOKEN_REFUSED' })
    else if (!includesScope(scope, allowed))
      expect
        .soft({ status, code, needed }, scope)
        .toEqual({ status: 403, code: 'SCOPE_REQUIRED', needed: allowed })
    // The tokens' owner has every role, so only a missing scope could cause a 403.
    else expect.soft(status, scope).not.toBe(403)
  }
})

test.each([
  ['POST', '/auth/sign-out'],
  ['POST', '/auth/sign-in/email'],
  ['POST', '/auth/request-password-reset'],
  ['POST', '/auth/no/such'],
  ['GET', '/live'],
])('%s %s takes no token', async (method, path) => {
  for (const scope of TOKEN_SCOPES)
    expect
      .soft(await send({ method, path }, tokens[scope]), scope)
      .toMatchObject({ status: 403, code: 'ACCESS_TOKEN_REFUSED' })
})

test('of a member without roles none moderates', async () => {
  const token = await tokenOf(world.people.member, 'moderate')
  const staffed = operations.filter(({ token }) => token === 'moderate')
  expect(staffed.length).toBeGreaterThan(20)
  for (const operation of staffed)
    expect(await send(operation, token), operation.name).toMatchObject({ status: 403, code: 'FORBIDDEN' })
})

test('all this has changed nothing but when tokens were used', async () => {
  const { rows } = await sql<{
    things: number
  }>`select (select count(*) from posts) + (select count(*) from comments)
    + (select count(*) from notes) + (select count(*) from messages) + (select count(*) from sanctions) as things`.execute(
    world.db,
  )
  expect(Number(rows[0]?.things)).toBe(0)
})
