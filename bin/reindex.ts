// `npm run reindex [-- --connections 2]`: makes the search index anew, also while the forum runs. What was ended goes on where it was.
import { createDatabase } from '../src/db/database.server.ts'
import { reindex } from '../src/features/search/reindex.server.ts'
import { parseOptions, StartError } from './failure.ts'
import { withForum } from './forum.ts'

const { values } = parseOptions({ options: { connections: { type: 'string', default: '1' } } })
const connections = Number(values.connections)
const SAID_EVERY_MS = 5000

withForum(async ({ DATABASE_URL }) => {
  if (!(connections >= 1 && connections <= 16))
    throw new StartError('--connections is a number from 1 to 16.')
  const db = createDatabase(DATABASE_URL, { max: connections })
  const started = performance.now()
  let said = started
  try {
    const { resumed } = await reindex(db, connections, (left) => {
      if (performance.now() - said < SAID_EVERY_MS) return
      said = performance.now()
      console.log(`${left} batches left`)
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${resumed ? 'What was left' : 'Everything'} is indexed: ${seconds} s.`)
  } finally {
    await db.destroy()
  }
})
