// `npm run moderation:verify`: whether the moderation log is as it was written. Works while the forum runs.

import { createDatabase } from '../src/db/database.server.ts'
import { findBrokenEntry } from '../src/features/moderation-log/verify.server.ts'
import { StartError } from './failure.ts'
import { withForum } from './forum.ts'

withForum(async ({ DATABASE_URL }) => {
  const db = createDatabase(DATABASE_URL, { max: 1 })
  try {
    const { entries, broken } = await findBrokenEntry(db)
    if (broken !== null)
      throw new StartError(
        `Entry ${broken} of the moderation log is not as it was written, or one before it is missing: ` +
          'somebody changed the table with the rights of its owner. Compare it with a backup.',
      )
    console.log(`The moderation log is as it was written: ${entries} entries.`)
  } finally {
    await db.destroy()
  }
})
