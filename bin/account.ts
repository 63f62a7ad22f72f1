// `npm run account -- reset-second-factor <username>`: for who has lost their app and their recovery codes. Works while the
// forum runs: the database tells it that sessions have ended, and it sends the mail; else its next start does.

import pino from 'pino'
import { createDatabase } from '../src/db/database.server.ts'
import { resetSecondFactor } from '../src/features/accounts/second-factor/reset.server.ts'
import { Jobs } from '../src/platform/jobs.server.ts'
import { StartError } from './failure.ts'
import { withForum } from './forum.ts'

const [act, username] = process.argv.slice(2)

withForum(async ({ DATABASE_URL }) => {
  if (act !== 'reset-second-factor' || !username)
    throw new StartError('Usage:\n  npm run account -- reset-second-factor <username>')
  const db = createDatabase(DATABASE_URL, { max: 1 })
  const jobs = new Jobs(DATABASE_URL, pino({ level: 'warn' }))
  try {
    await jobs.start()
    const outcome = await resetSecondFactor({ db, jobs }, username)
    if (outcome === 'nobody') throw new StartError(`There is no member called ${username}.`)
    console.log(
      outcome === 'done'
        ? `${username} signs in with the password alone now, and is signed out everywhere. A mail tells them.`
        : `${username} has no second factor.`,
    )
  } finally {
    await jobs.stop()
    await db.destroy()
  }
})
