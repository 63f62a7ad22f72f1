// Starts the built forum for one engine's tests, and creates members with a password.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashPassword } from 'better-auth/crypto'
import { freePort } from '../../bin/port.ts'
import { testDatabase } from '../database.ts'
import { signedIn, startNode } from '../systems/forum.ts'
import { temporaryFolder, until } from '../systems/programs.ts'

export const PASSWORD = 'a long enough password'

export type EngineForum = Awaited<ReturnType<typeof startForum>>
export type Member = Awaited<ReturnType<EngineForum['newMember']>>

export async function startForum() {
  const { db, url } = await testDatabase()
  const folder = await temporaryFolder()
  const PORT = String(await freePort())
  const origin = `http://localhost:${PORT}`
  const start = () => startNode({ DATABASE_URL: url, DATA_DIR: folder.path, PUBLIC_URL: origin, PORT })
  let node = await start()

  /** Creates a member whose content needs no approval and who can sign in with the password. */
  async function newMember(username: string) {
    const member = await signedIn(db, username)
    const { email } = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', member.user_id)
      .executeTakeFirstOrThrow()
    const password = await hashPassword(PASSWORD)
    const account = { user_id: member.user_id, account_id: member.user_id, provider_id: 'credential' }
    await db
      .insertInto('accounts')
      .values({ ...account, password })
      .execute()
    /** Sends a POST request as this member. Returns the id of the created content. */
    const create = async (path: string, data: object): Promise<string> => {
      const options = { method: 'POST', headers: member.headers, body: JSON.stringify(data) }
      const response = await fetch(`${origin}/api/${path}`, options)
      if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
      return (await response.json()).id
    }
    return { ...member, email, create }
  }

  /** Waits for a mail to this email address. Returns its link that has this query parameter. */
  async function linkInMail(address: string, parameter: string): Promise<string> {
    const outbox = join(folder.path, 'outbox')
    let link: string | undefined
    await until(async () => {
      for (const name of await readdir(outbox)) {
        const mail = (await readFile(join(outbox, name), 'utf8')).replace(/=\r?\n/g, '').replace(/=3D/g, '=')
        if (mail.includes(`To: ${address}`))
          link = new RegExp(`https?://\\S+${parameter}=[\\w.~%-]+`).exec(mail)?.[0]
      }
      return link
    }, `a mail to ${address}`)
    return link as string
  }

  return {
    db,
    origin,
    newMember,
    linkInMail,
    disconnect: () => node.end(),
    reconnect: async () => {
      node = await start()
    },
    stop: async () => {
      await node.end()
      await db.destroy()
      await folder.remove()
    },
  }
}
