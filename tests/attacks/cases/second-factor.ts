import { createOTP } from '@better-auth/utils/otp'
import { sql } from 'kysely'
import { encrypt } from '../../../src/accounts/second-factor/secret.server.ts'
import type { World } from '../../world.ts'
import type { Case, Cases } from './case.ts'

const SECRET = 'a secret of thirty-two letters..'

export const secondFactor: Cases = {
  'me.readSecondFactor': (world) => withOne(world, undefined, { shows: '2002-03-04' }),
  'me.beginSecondFactor': async ({ db }) => ({
    input: undefined,
    undo: () => db.deleteFrom('two_factors').execute(),
  }),
  'me.beginSecondFactor: with one already': (world) => withOne(world, undefined),
  'me.confirmSecondFactor': async (world) =>
    withOne(world, { code: await createOTP(SECRET).totp() }, { verified: false }),
  'me.confirmSecondFactor: with a wrong code': async (world) => {
    const code = Number(await createOTP(SECRET).totp())
    return withOne(
      world,
      { code: String((code + 499_979) % 1_000_000).padStart(6, '0') },
      { verified: false },
    )
  },
  'me.renewRecoveryCodes': (world) => withOne(world, undefined),
  'me.endSecondFactor': (world) => withOne(world, undefined),
  'me.endSecondFactor: without a fresh proof': async (world) => {
    const one = await withOne(world, undefined)
    await sql`update sessions set proved_at = now() - interval '11 minutes'`.execute(world.db)
    const undo = async () => {
      await sql`update sessions set proved_at = now()`.execute(world.db)
      await one.undo?.()
    }
    return { ...one, undo }
  },
}

/** Gives the author a second factor. Returns a test case for it. */
async function withOne(
  { db, people, services }: World,
  input: object | undefined,
  { verified = true, shows }: { verified?: boolean; shows?: string } = {},
): Promise<Case> {
  await sql`insert into two_factors (user_id, secret, backup_codes, verified, created_at)
    values (${people.author.id}, ${await encrypt(services.config, SECRET)},
      ${await encrypt(services.config, '["aaaaa-bbbbb"]')}, ${verified}, '2002-03-04')`.execute(db)
  return {
    input,
    ...(shows ? { shows } : {}),
    undo: async () => {
      await db.deleteFrom('two_factors').execute()
      await sql`update users set two_factor_enabled = false`.execute(db)
    },
  }
}
