// `npm run reindex [-- --connections 2]`: rebuilds the search index, even while the forum is running. If it
// was interrupted, the next run resumes.
import { reindex } from '../src/content/search/reindex.server.ts'
import { fail, parseOptions, StartError } from './failure.ts'
import { withDatabase } from './forum.ts'

const { values } = parseOptions({ options: { connections: { type: 'string', default: '1' } } })
const connections = Number(values.connections)
const options = { max: connections }
const REPORT_EVERY_MS = 5000

if (!(connections >= 1 && connections <= 16))
  fail(new StartError('--connections must be a number from 1 to 16.'))

withDatabase(async (db) => {
  const started = performance.now()
  let reported = started
  const { resumed } = await reindex(db, connections, (left) => {
    if (performance.now() - reported < REPORT_EVERY_MS) return
    reported = performance.now()
    console.log(`${left} batches left`)
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${resumed ? 'The rest' : 'Everything'} was indexed in ${seconds} s.`)
}, options)
