import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../src/app/app.server.ts'
import { startServices } from '../src/app/services.server.ts'
import { makeWorld, type World } from './world.ts'

interface Panel {
  id: number
  title: string
  description: string
  datasource: { uid: string }
  gridPos: { x: number; y: number; w: number; h: number }
  targets: { expr: string; datasource: { uid: string } }[]
}
interface Dashboard {
  __inputs: { name: string; type: string }[]
  id: null
  uid: string
  schemaVersion: number
  panels: Panel[]
}

const SOURCE = '$' + '{DS_PROMETHEUS}'
const TOKEN = 'a token for tests, 32 characters'
const text = readFileSync(new URL('../deploy/grafana.json', import.meta.url), 'utf8')
const dashboard: Dashboard = JSON.parse(text)

/** PromQL functions. All other names in an expression, except for labels, are metrics. */
const FUNCTIONS = new Set(['sum', 'max', 'min', 'rate', 'histogram_quantile', 'by'])
/** Metrics of which every node reports the whole forum's value. Panels must not sum them over the nodes. */
const OF_THE_FORUM =
  /^(jobs_waiting|jobs_given_up|jobs_oldest_seconds|mails|mail_addresses_refused|backup_age_seconds|backup_readable|storage_bytes)$/

let world: World
let metrics: string
beforeAll(async () => {
  world = await makeWorld()
  const { services } = world
  Object.assign(services.config, { AUTH_SECRET: 'a secret for tests, 32 characters', METRICS_TOKEN: TOKEN })
  await startServices(services)
  const app = createApp(services)
  await app.fetch(new Request('http://localhost:3000/api/site'))
  const headers = { authorization: `Bearer ${TOKEN}` }
  metrics = await (await app.fetch(new Request('http://localhost:3000/metrics', { headers }))).text()
})
afterAll(() => world.close())

function metricsIn(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
  return (bare.match(/[a-z_][a-z0-9_]*/g) ?? []).filter((word) => !FUNCTIONS.has(word))
}

test('the dashboard can be imported, and asks for its source of numbers', () => {
  expect(dashboard).toMatchObject({ id: null, uid: 'threshold-forum' })
  expect(dashboard.schemaVersion).toBeGreaterThan(30)
  expect(dashboard.__inputs).toMatchObject([{ name: 'DS_PROMETHEUS', type: 'datasource' }])
  const sources = dashboard.panels
    .flatMap((panel) => [panel, ...panel.targets])
    .map(({ datasource }) => datasource.uid)
  expect(new Set(sources)).toEqual(new Set([SOURCE]))
})

test('no panel lies over another, and each has a name and a number', () => {
  const places = dashboard.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
  expect(new Set(places).size).toBe(dashboard.panels.length)
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  for (const { title, description, targets, gridPos } of dashboard.panels) {
    expect(title).toMatch(/\w/)
    expect(description, `${title}: what to do about it`).toMatch(/\.$/)
    expect(targets.length, title).toBeGreaterThan(0)
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
  }
})

test('the metrics have everything that panels show', () => {
  for (const { title, targets } of dashboard.panels)
    for (const { expr } of targets) {
      const names = metricsIn(expr)
      expect.soft(names.length, title).toBeGreaterThan(0)
      // The three metrics of a histogram (`_bucket`, `_count`, `_sum`) share a TYPE line without the suffix.
      const types = names.map((name) => `# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `)
      expect
        .soft(
          types.filter((type) => !metrics.includes(`\n${type}`)),
          title,
        )
        .toEqual([])
    }
})

const isAdded = (expression: string) =>
  /\bsum\b/.test(expression) && metricsIn(expression).some((name) => OF_THE_FORUM.test(name))

test('what each node reads of the whole forum is not added, and the newest backup is the youngest', () => {
  expect(isAdded('sum by (kind) (jobs_waiting) > 0')).toBe(true)
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(expressions.filter(isAdded)).toEqual([])
  expect(expressions).toContain('min(backup_age_seconds)')
})

const TO_ACT_ON = [
  'guest_requests_waiting',
  'guest_requests_refused_total',
  'backups_failed',
  'backup_readable',
  'rate_limits_alone',
  'jobs_given_up',
]

test('whatever somebody has to act on has a panel', () => {
  const shown = dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)))
  for (const name of TO_ACT_ON) expect.soft(shown).toContain(name)
})

test('what the operator’s page shows has its numbers here, and no mistake', async () => {
  expect(metrics).toMatch(/^storage_bytes\{kind="database"\} \d{6,}$/m)
  expect(metrics).toMatch(/^storage_bytes\{kind="disk_free"\} \d+$/m)
  expect(metrics).toMatch(/^mails\{kind="waiting"\} 0$/m)
  expect(metrics).toMatch(/^mail_addresses_refused\{kind="all"\} 0$/m)
  expect(metrics).toMatch(/^backup_readable\{kind="place"\} 1$/m)
  expect(metrics).toMatch(/^backup_age_seconds\{kind="newest"\} \d/m)
  expect(metrics).toMatch(/^jobs_waiting\{kind="send-news"\} 0$/m)
  expect(metricsIn('max(made_up_by_nobody) by (kind)')).toEqual(['made_up_by_nobody'])
  expect(metrics).not.toContain('made_up_by_nobody')
})
