// Starts the built forum as a process that uses the test's own database.
import { createHmac } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import { freePort } from '../../bin/port.ts'
import type { DB } from '../../src/db/types.ts'
import { insertMembers, insertPosts } from '../../src/shell/demo/insert.server.ts'
import { type Program, startProgram, until } from './programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const AUTH_SECRET = 'the secret that all nodes of a test share'

export interface Node extends Program {
  origin: string
  port: number
  get(path: string, headers?: Record<string, string>): Promise<Response>
  metric(name: string): Promise<number>
}

/** Starts a node and waits until it serves requests. `version` is the folder of another built version. */
export async function startNode(env: Record<string, string>, version = root): Promise<Node> {
  const port = Number(env.PORT ?? (await freePort()))
  const program = startProgram(process.execPath, ['dist/server/start.js'], {
    cwd: version,
    env: {
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      AUTH_SECRET,
      ...env,
      PORT: String(port),
    },
  })
  const isReady = () => /^ready /m.test(program.output())
  const state = () => `a node to be ready: ${program.output()}`
  await until(() => isReady() || program.child.exitCode !== null, state, 100_000)
  if (!isReady()) throw new Error(`a node ended with ${program.child.exitCode}: ${program.output()}`)
  const origin = `http://127.0.0.1:${port}`
  const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers })
  const metric = async (name: string) => {
    const text = await (await fetch(`${origin}/metrics`)).text()
    const values = Array.from(text.matchAll(new RegExp(`^${name}(?:{[^}]*})? (.+)$`, 'gm')), ([, value]) =>
      Number(value),
    )
    return values.reduce((sum, value) => sum + value, 0)
  }
  return { ...program, origin, port, get, metric }
}

/** Creates a member whose content needs no approval. Returns the headers of their session. */
export async function signedIn(db: Kysely<DB>, username: string) {
  const [user_id] = await insertMembers(db, [{ username, full_name: null }])
  if (!user_id) throw new Error('nobody was made')
  const token = `session of ${username}`
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  await db.insertInto('sessions').values({ user_id, token, expires_at }).execute()
  const signature = createHmac('sha256', AUTH_SECRET).update(token).digest('base64')
  const authorization = `Bearer ${encodeURIComponent(`${token}.${signature}`)}`
  return { user_id, username, headers: { authorization, 'content-type': 'application/json' } }
}

/** Creates a member whose content needs no approval, and a post to comment on. */
export async function populate(db: Kysely<DB>, username = 'ada') {
  const { user_id, headers } = await signedIn(db, username)
  const posts = [{ title: 'What stays', content: '<p>Words about it.</p>', author_id: user_id }]
  const [post] = await db.transaction().execute((trx) => insertPosts(trx, posts))
  return {
    user_id,
    post: post as string,
    headers,
    comment: (origin: string, content: string, more: Record<string, string> = {}) =>
      fetch(`${origin}/api/posts/${post}/comments`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify({ content }),
      }),
  }
}

/** Signs up over the API like a browser. The forum then sends a mail to the new member. */
export async function signUp({ origin }: Node, username: string): Promise<void> {
  const { status } = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({
      email: `${username}@example.org`,
      password: 'a long sentence of no meaning',
      username,
      name: username,
    }),
  })
  if (status !== 200) throw new Error(`a sign-up was answered with ${status}`)
}
