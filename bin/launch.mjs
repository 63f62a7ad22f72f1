// `node bin/launch.mjs <command> [arguments]`: installs packages and Node 24, builds if necessary, and runs
// the command. Plain JavaScript without packages, because a fresh clone may have only Node 20.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isFresh } from './freshness.mjs'
import { MEMORY } from './memory.mjs'
import { hasPackages, installPackages, node24 } from './prepare.mjs'
import { step } from './progress.mjs'

const VITEST = 'node_modules/vitest/vitest.mjs'
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'
const UNITS = ['--project=unit', '--project=isolated', '--tags-filter=!all']
const COMMANDS = {
  start: { file: 'dist/server/start.js', build: true, production: true, options: MEMORY },
  dev: { file: 'bin/dev.ts' },
  build: { file: 'bin/build.ts' },
  lint: { file: 'node_modules/@biomejs/biome/bin/biome', args: ['check'] },
  typecheck: { file: 'node_modules/typescript/bin/tsc', args: ['--noEmit'] },
  check: { file: 'bin/checks.ts' },
  test: { file: 'bin/test.ts' },
  'test:unit': { file: VITEST, args: ['run', ...UNITS] },
  'test:e2e': { file: PLAYWRIGHT, args: ['test', '--grep-invert=@all'] },
  'test:all': { file: 'bin/test.ts', args: ['--all'] },
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
  import: { file: 'bin/import.ts' },
  'seed:demo': { file: 'bin/seed-demo.ts' },
}
// Value of UV_THREADPOOL_SIZE, read only at start. Hashing uses two threads, images and files use more.
const THREADS = '8'
// Value of MALLOC_ARENA_MAX. After 60,000 mixed requests, the idle process uses 372 MB instead of 440.
const ARENAS = '2'
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [name = '', ...given] = process.argv.slice(2)
// npm removes a leading `--`, so commands copied from npm may contain it.
const rest = given[0] === '--' ? given.slice(1) : given
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
let child
let stopped = false

process.chdir(root)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => passOn(signal))
followParent()

try {
  if (!command) throw new Error(`Unknown command "${name}". Commands: ${Object.keys(COMMANDS).join(', ')}.`)
  const node = await node24(root)
  process.env.UV_THREADPOOL_SIZE ??= THREADS
  process.env.MALLOC_ARENA_MAX ??= ARENAS
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`
  if (!hasPackages(root)) await step('installing packages', () => installPackages(root))
  if (command.production) process.env.NODE_ENV ??= 'production'
  if (command.build && !isFresh(root))
    await step('building', () => mustRun(node, ['bin/build.ts', '--quiet']))
  if (!existsSync(command.file)) throw new Error(`${command.file} does not exist yet.`)
  if (!stopped)
    process.exitCode = await run(node, [
      ...(command.options ?? []),
      command.file,
      ...(command.args ?? []),
      ...rest,
    ])
} catch (error) {
  if (!stopped) console.error(error instanceof Error ? error.message : error)
  process.exitCode = stopped ? 130 : 1
}
process.exit()

/** Runs a program. The end of the launcher closes the IPC channel, which makes the program stop. */
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
  if (code !== 0) throw new Error(stopped ? 'Stopped.' : 'The build failed. See the output above.')
}

/** Forwards a signal. The program may receive Ctrl-C twice, because it reaches the whole process group. */
function passOn(signal) {
  stopped = true
  if (child) child.kill(signal)
  else process.exit(130)
}

/**
 * Exits if npm is killed, so that no forum keeps using the port and the data unnoticed. npm starts the
 * launcher through a shell, which does not forward signals and survives npm.
 */
function followParent() {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event !== name || parent === 1) return
  const npm = parentOfShell(parent)
  const isThere = () => process.ppid === parent && (!npm || parentOfShell(parent) === npm)
  setInterval(() => isThere() || passOn('SIGTERM'), 200).unref()
}

/**
 * Returns the process id of the parent if `pid` is a shell between npm and the launcher, or undefined. Shells
 * not listed here replace themselves with the launcher. Linux only.
 */
function parentOfShell(pid) {
  try {
    // `PID (program) state parent …`
    return /\((?:sh|dash|bash|ash)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
