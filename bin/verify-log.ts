// `npm run moderation:verify [NUMBER DIGEST]`: checks the hash chain of the moderation log, and optionally a
// digest noted earlier. Works while the forum is running.
import type { Kysely } from 'kysely'
import type { DB } from '../src/db/types.ts'
import { digestText } from '../src/moderation/log/copy.ts'
import { findBrokenEntry, findLogDigest } from '../src/moderation/log/sql.server.ts'
import { StartError } from './failure.ts'
import { withDatabase } from './forum.ts'

const [number, noted] = process.argv.slice(2)

withDatabase(async (db) => {
  const { entries, broken } = await findBrokenEntry(db)
  if (broken !== null)
    throw new StartError(
      `Entry ${broken} of the moderation log was changed, or an earlier entry is missing: ` +
        'someone with the database owner’s rights changed the table. Compare it with a backup.',
    )
  if (number !== undefined) await compare(db, number, noted)
  console.log(`The moderation log is unchanged: ${entries} ${entries === 1 ? 'entry' : 'entries'}.`)
  const newest = await findLogDigest(db)
  if (newest) console.log(digestText(newest))
})

async function compare(db: Kysely<DB>, number: string, noted = ''): Promise<void> {
  if (!/^[1-9]\d{0,8}$/.test(number) || !/^[\da-f]{64}$/i.test(noted))
    throw new StartError(
      'Usage: npm run moderation:verify -- NUMBER DIGEST (both are shown at the end of /moderation)',
    )
  const found = await findLogDigest(db, Number(number))
  if (!found) throw new StartError(`Entry ${number} is missing: the end of the moderation log was deleted.`)
  if (found.digest !== noted.toLowerCase())
    throw new StartError(
      `Entry ${number} has a different digest: the moderation log was rewritten. Compare it with a backup.`,
    )
  console.log(`Entry ${number} matches the digest you noted.`)
}
