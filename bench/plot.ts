import { writeFile } from 'node:fs/promises'
import { type Growth, MOST_MS, nameOf, verdict } from './growth.ts'
import type { Memory } from './memory.ts'
import { readResults } from './results.ts'

const WIDTH = 900
const LEFT = 300
const ROW = 14
const COLORS = ['#9db4c8', '#4f7fae', '#16324f']

/** The pictures of docs/performance.md, of what was measured last. */
export async function plotResults(): Promise<void> {
  for (const [name, plot] of [
    ['growth', plotGrowth],
    ['memory', plotMemory],
  ] as const) {
    const results = await readResults<Growth & Memory>(name).catch(() => undefined)
    if (!results) console.log(`Nothing was measured for ${name} yet: npm run bench -- ${name}`)
    else await writeFile(new URL(`../docs/${name}.svg`, import.meta.url), plot(results))
  }
}

/** A line for each read: medians at each size, and the 95th percentile in the largest forum. */
function plotGrowth(growth: Growth): string {
  const { sizes } = growth
  const most = Math.max(2 * MOST_MS, ...growth.reads.map((read) => verdict(read, sizes).p95))
  // Logarithmic: from a twentieth of a millisecond.
  const x = (ms: number) =>
    LEFT + ((WIDTH - LEFT - 20) * Math.log(Math.max(ms, 0.05) / 0.05)) / Math.log(most / 0.05)
  const bottom = 30 + growth.reads.length * ROW
  const lines = growth.reads.map((read, n) => {
    const y = 36 + n * ROW
    const { p95, met } = verdict(read, sizes)
    const dots = sizes.map((size, i) => {
      const times = read.times[size]
      return times ? circle(x(times.p50), y, COLORS[i % 3] as string) : ''
    })
    return `${text(LEFT - 8, y + 4, nameOf(read, sizes), met ? '#222' : '#b00020', 'end')}${dots.join('')}<path d="M${x(p95)} ${y - 4}v8" stroke="#16324f"/>`
  })
  const ticks = [0.1, 0.5, 1, 5, 10, 50].filter((ms) => ms <= most)
  const scale = ticks.map((ms) => {
    const color = ms === MOST_MS ? '#b00020' : '#ddd'
    return `<path d="M${x(ms)} 28V${bottom}" stroke="${color}"/>${text(x(ms), bottom + 14, `${ms} ms`, '#555', 'middle')}`
  })
  const key = sizes.map((size, i) =>
    text(LEFT + i * 150, 16, `● ${size.toLocaleString('en')} posts`, COLORS[i % 3] as string),
  )
  return svg('What reads take in the database as the forum grows', bottom + 24, [
    ...scale,
    ...key,
    text(LEFT + sizes.length * 150, 16, '| p95 in the largest', '#16324f'),
    ...lines,
  ])
}

function plotMemory({ samples, budgets, at_rest_mb, machine }: Memory): string {
  const last = samples.at(-1)?.requests ?? 1
  const most = Math.max(...budgets.map(({ mb }) => mb), ...samples.map(({ mb }) => mb)) * 1.1
  const x = (requests: number) => 60 + (requests / last) * (WIDTH - 90)
  const y = (mb: number) => 320 - (mb / most) * 290
  const line = samples.map(({ requests, mb }) => `${x(requests).toFixed(1)},${y(mb).toFixed(1)}`).join(' ')
  const limits = budgets.map(
    ({ mb, requests }) =>
      `<path d="M${x(0)} ${y(mb)}H${x(Math.min(requests, last))}" stroke="#b00020"/>${text(x(0) + 4, y(mb) - 4, `${mb} MB after ${requests.toLocaleString('en')}`, '#b00020')}`,
  )
  const ticks = [0, 0.5, 1].map((share) =>
    text(
      x(share * last),
      340,
      `${Math.round(share * last).toLocaleString('en')} requests`,
      '#555',
      share === 1 ? 'end' : 'start',
    ),
  )
  const { requests = 0, mb = 0 } = samples.at(-1) ?? {}
  const measured = `${Math.round(mb)} MB after ${requests.toLocaleString('en')} mixed requests, ${Math.round(at_rest_mb)} at rest`
  return svg('What the process holds over mixed requests', 350, [
    text(60, 16, `${measured} (${machine.date}, ${machine.cores} cores, Node ${machine.node})`, '#16324f'),
    ...limits,
    ...ticks,
    `<polyline points="${line}" fill="none" stroke="#16324f" stroke-width="2"/>`,
  ])
}

const circle = (x: number, y: number, color: string) =>
  `<circle cx="${x.toFixed(1)}" cy="${y}" r="3.5" fill="${color}"/>`
const text = (x: number, y: number, words: string, color: string, anchor = 'start') =>
  `<text x="${x.toFixed(1)}" y="${y}" fill="${color}" text-anchor="${anchor}">${words}</text>`

function svg(title: string, height: number, parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">
<title>${title}</title>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`
}
