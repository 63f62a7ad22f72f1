// `npm run seed:demo [-- --force]`: fills the forum with a realistic community, even while it is running.
import { randomBytes } from 'node:crypto'
import { Files } from '../src/platform/files/files.server.ts'
import { isLoopback } from '../src/platform/http/address.server.ts'
import { SeedError, seedDemo } from '../src/shell/demo/seed.server.ts'
import { StartError } from './failure.ts'
import { withDatabase } from './forum.ts'
import { step } from './progress.mjs'

const DEMO_MEMBER = 'maraok'
const OPTIONS = { max: 10, mustExist: false }

withDatabase(async (db, config) => {
  const isLocal = isLoopback(new URL(config.PUBLIC_URL).hostname)
  // Uses the well-known password only if no other machine can reach the forum.
  const password = isLocal ? 'threshold-demo' : randomBytes(12).toString('base64url')
  try {
    const counts = await step('writing the demo community', () =>
      seedDemo(db, {
        anchor: new Date(new Date().toISOString().slice(0, 10)),
        password,
        files: new Files(config),
        force: process.argv.includes('--force'),
      }),
    )
    const { members, posts, comments, votes, canSignIn } = counts
    console.log(`${members} members, ${posts} posts, ${comments} comments, ${votes} votes were created.`)
    if (!canSignIn)
      return console.log('You cannot sign in as any of them because the forum already had posts.')
    console.log(`Sign in at ${config.PUBLIC_URL}/auth as ${DEMO_MEMBER}@demo.invalid, password ${password}`)
    console.log('The others have the same password. Their email is their username followed by @demo.invalid.')
    console.log('gorse and noether_fan moderate, orsk is suspended, pavel_z is warned.')
  } catch (error) {
    throw error instanceof SeedError ? new StartError(error.message) : error
  }
}, OPTIONS)
