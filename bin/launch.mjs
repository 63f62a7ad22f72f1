// `node bin/launch.mjs <command> [arguments]`: makes the machine ready (packages, Node 24, build), then runs
// bin/<command>.ts on Node 24, or what was built of it. Plain JavaScript without packages: it runs on Node 20 in a fresh clone.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isFresh } from './freshness.mjs'
import { MEMORY } from './memory.mjs'
import { hasPackages, installPackages, node24 } from './prepare.mjs'
import { step } from './progress.mjs'

const COMMANDS = {
  start: { file: 'dist/server/start.js', build: true, production: true, options: MEMORY },
  dev: { file: 'bin/dev.ts' },
  build: { file: 'bin/build.ts' },
  test: { file: 'bin/test.ts' },
  check: { file: 'bin/checks.ts' },
  screenshots: { file: 'bin/screenshots.ts' },
  bench: { file: 'bench/main.ts', build: true },
  migrate: { file: 'bin/migrate.ts' },
  generate: { file: 'bin/generate.ts' },
  role: { file: 'bin/role.ts' },
  account: { file: 'bin/account.ts' },
  reindex: { file: 'bin/reindex.ts' },
  'moderation:verify': { file: 'bin/verify-log.ts' },
  backup: { file: 'bin/backup.ts' },
  restore: { file: 'bin/restore.ts' },
  'seed:demo': { file: 'bin/seed-demo.ts' },
}
// Passwords take two threads (features/accounts/sign-in/hashing.server.ts), pictures some; files and compression shall not wait
// for them. It has to be there before the process is.
const THREADS = '8'
// Places where the C library keeps what was freed. It has up to eight for each processor, and answers are compressed in all
// threads: with two the process comes to rest at 372 MB instead of 440, after 60,000 mixed requests.
const ARENAS = '2'
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [name = '', ...rest] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
let child
let stopped = false

process.chdir(root)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => passOn(signal))
followParent()

try {
  if (!command) throw new Error(`Unknown command "${name}". There are: ${Object.keys(COMMANDS).join(', ')}.`)
  const node = await node24(root)
  process.env.UV_THREADPOOL_SIZE ??= THREADS
  process.env.MALLOC_ARENA_MAX ??= ARENAS
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`
  if (!hasPackages(root)) await step('installing packages', () => installPackages(root))
  if (command.production) process.env.NODE_ENV ??= 'production'
  if (command.build && !isFresh(root))
    await step('building', () => mustRun(node, ['bin/build.ts', '--quiet']))
  if (!existsSync(command.file)) throw new Error(`${command.file} does not exist yet.`)
  if (!stopped) process.exitCode = await run(node, [...(command.options ?? []), command.file, ...rest])
} catch (error) {
  if (!stopped) console.error(error instanceof Error ? error.message : error)
  process.exitCode = stopped ? 130 : 1
}
process.exit()

/** Runs a program with our terminal and an IPC channel, whose end tells it that the launcher is gone. */
function run(node, args) {
  return new Promise((resolve, reject) => {
    child = spawn(node, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      child = undefined
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

async function mustRun(node, args) {
  const code = await run(node, args)
  if (code !== 0) throw new Error(stopped ? 'Stopped.' : 'The build failed; what it said is above.')
}

/** Ctrl-C reaches the whole group, so the program may hear a signal twice: our programs count a stop once. */
function passOn(signal) {
  stopped = true
  if (child) child.kill(signal)
  else process.exit(130)
}

/**
 * When npm is killed hard nobody tells us, and a forum nobody can see would hold the port and the data: we go too.
 * (package.json says `exec node …` because the shell between npm and us would swallow signals sent to npm.)
 */
function followParent() {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event !== name || parent === 1) return
  setInterval(() => process.ppid === parent || passOn('SIGTERM'), 200).unref()
}
