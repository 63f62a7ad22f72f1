// `node bench/scale.ts [members …]`: what forums of different sizes ask of their nodes, by simulation and by reckoning from what was
// measured; docs/scale.md has its assumptions, its tables and what they say.
import { type Asked, simulateCache } from './simulated-cache.ts'

/**
 * One node, which is one core: answers from the cache and pages of discussions made anew, a second, as docs/performance.md has them; pages
 * kept in 32 MB (as they are and in two compressed forms 80 KB); connections to the database. Measured anew, they change here alone, and
 * then the tables of docs/scale.md with another run.
 */
const NODE = { views: 7000, made: 140, pagesKept: 400, connections: 21 }
/** Percent of a core that carries messages between nodes, for each and for each node that hears it; `bench/bus.ts` at 8, 16 and 32 nodes. */
const OVER_DATABASE = { message: 0.011, heard: 0.00046 }
const OVER_REDIS = { message: 0.0025, heard: 0 }

/** A forum of so many members, and how it is read in the busiest hour. */
const POSTS_A_MEMBER = 10
const VIEWS_A_MEMBER_A_DAY = 20
const PEAK = 3
/** Writes that drop a page and the lists, a member and a day: posts, comments, votes. */
const WRITES_A_MEMBER_A_DAY = 0.16
/** What nodes say to each other for a write: what to drop, who is to hear of it, and who reads from a copy. */
const MESSAGES_A_WRITE = 2.7
/** Of the members, with an open stream. */
const STREAMS = 0.01
/** Seconds after which a page is made anew when somebody asks; in a CDN that is told what to drop. */
const FRESH = 10
const FRESH_IN_CDN = 300
/** What a cache before the nodes keeps. */
const PAGES_OF_CDN = 1_000_000

const sizes = process.argv.slice(2).map(Number)
console.log('members | views/s | writes/s | nodes | made/s | with a CDN | told what to drop')
const forums = (sizes.length > 0 ? sizes : [1e3, 1e4, 1e5, 1e6, 1e7, 1e8]).map((members) => {
  const forum = simulate(members)
  const { views, writes, nodes, made, cached, told } = forum
  row(members, views, writes, nodes, made, saved(cached, made), saved(told, made))
  return forum
})
console.log(
  '\nmembers | nodes | connections | messages/s | database | Redis | streams | stream writes/s, a node',
)
for (const { members, nodes, writes } of forums) {
  const [messages, streams] = [writes * MESSAGES_A_WRITE, members * STREAMS]
  const carried = ({ message, heard }: typeof OVER_REDIS) =>
    nodes === 1 ? '–' : `${rounded(messages * (message + heard * nodes))} %`
  const ways = [carried(OVER_DATABASE), carried(OVER_REDIS)]
  row(members, nodes, nodes * NODE.connections, messages, ...ways, streams, (streams * writes) / nodes)
}

function simulate(members: number) {
  const views = (members * VIEWS_A_MEMBER_A_DAY * PEAK) / 86_400
  const writes = (members * WRITES_A_MEMBER_A_DAY * PEAK) / 86_400
  const forum = { pages: members * POSTS_A_MEMBER, views, writes }
  const { nodes, made } = simulateNodes(forum)
  const cdn = { ...forum, kept: PAGES_OF_CDN }
  // Who is not told what to drop drops nothing, but lets it go by its age.
  const cached = simulateCache({ ...cdn, writes: 0, fresh: FRESH })
  const told = simulateCache({ ...cdn, fresh: FRESH_IN_CDN })
  return { members, views, writes, nodes, made, cached, told }
}

/** As many nodes as it takes; each gets its part of the views and hears of every write. */
function simulateNodes({ pages, views, writes }: Pick<Asked, 'pages' | 'views' | 'writes'>) {
  const run = (nodes: number) =>
    simulateCache({ pages, kept: NODE.pagesKept, views: views / nodes, writes, fresh: FRESH })
  let nodes = Math.max(1, Math.ceil(views / NODE.views))
  let made = run(nodes)
  for (; made > NODE.made; made = run(nodes)) nodes = Math.ceil((nodes * made) / NODE.made)
  return { nodes, made: nodes * made }
}

function saved(made: number, before: number): string {
  // What is less than a hundredth is chance.
  return `${rounded(made)} (${Math.max(0, Math.round((1 - made / before) * 100))} % less)`
}

function row(...cells: (number | string)[]): void {
  console.log(cells.map((cell) => (typeof cell === 'number' ? rounded(cell) : cell)).join(' | '))
}

/** Two digits that count. */
function rounded(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 3 })
}
