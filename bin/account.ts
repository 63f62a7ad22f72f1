// `npm run account -- reset-second-factor <username>`: for members who lost their authenticator app and
// recovery codes. The mail to the member is sent by the running forum, or else when the forum starts.
import pino from 'pino'
import { resetSecondFactor } from '../src/accounts/second-factor/reset.server.ts'
import { Jobs } from '../src/platform/jobs/jobs.server.ts'
import { StartError } from './failure.ts'
import { withDatabase } from './forum.ts'

const [act, username] = process.argv.slice(2)

withDatabase(async (db, { DATABASE_URL }) => {
  if (act !== 'reset-second-factor' || !username)
    throw new StartError('Usage:\n  npm run account -- reset-second-factor <username>')
  const jobs = new Jobs(DATABASE_URL, pino({ level: 'warn' }))
  try {
    await jobs.start()
    const outcome = await resetSecondFactor({ db, jobs }, username)
    if (outcome === 'nobody') throw new StartError(`No member is called ${username}.`)
    console.log(
      outcome === 'done'
        ? `${username} can now sign in with the password alone and was signed out everywhere. We emailed them about it.`
        : `${username} has no second factor.`,
    )
  } finally {
    await jobs.stop()
  }
})
