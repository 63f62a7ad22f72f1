// Installs packages and Node 24 for the launcher. Plain JavaScript without packages, to run on Node 20.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { step } from './progress.mjs'

// The first version of Node that runs TypeScript without a warning.
const NODE_WANTED = [24, 3]
const BEFORE = '2026-10-01'

/** Returns the path of the host's Node if it is new enough, or else of one in .node/. */
export async function node24(root) {
  if (isNewEnough(process.versions.node)) return process.execPath
  const own = findNode(root)
  if (own) return own
  await step('downloading Node 24 from the npm registry', () => installNode(root))
  const installed = findNode(root)
  if (!installed)
    throw new Error(`Node 24 cannot be installed here. Install Node ${NODE_WANTED.join('.')} or newer.`)
  return installed
}

/** Throws an error with advice if Node is too old to run the tests without the launcher. */
export function requireNode24(version = process.versions.node) {
  if (isNewEnough(version)) return
  const folder = `.node/node_modules/${archPackage()}/bin`
  throw new Error(
    `Tests need Node ${NODE_WANTED.join('.')} or newer, and this is Node ${version}. ` +
      `Run them with npm, or use the Node that npm installed:\n  export PATH="$PWD/${folder}:$PATH"`,
  )
}

/** Returns whether node_modules matches the lockfile, except for packages of other platforms. */
export function hasPackages(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const present = packagesIn(join(root, 'node_modules/.package-lock.json'))
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || present[path]?.version === entry.version || (entry.optional && !present[path]),
  )
}

/** Installs all packages. Includes development packages, because the build needs them. */
export function installPackages(root) {
  return npm(root, ['ci', '--include=dev'])
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > NODE_WANTED[0] || (major === NODE_WANTED[0] && minor >= NODE_WANTED[1])
}

function findNode(root) {
  const candidates = [
    `${archPackage()}/bin/node`,
    'node/bin/node',
    `node/node_modules/${archPackage()}/bin/node`,
  ]
  return candidates.map((path) => join(root, '.node/node_modules', path)).find(runs)
}

function runs(path) {
  try {
    return existsSync(path) && isNewEnough(execFileSync(path, ['--version'], { encoding: 'utf8' }).slice(1))
  } catch {
    return false
  }
}

/** Installs this platform's Node package or, if that fails, `node`, which needs an install script. */
async function installNode(root) {
  const folder = join(root, '.node')
  mkdirSync(folder, { recursive: true })
  for (const name of [archPackage(), 'node']) {
    const options = [`--before=${BEFORE}`, '--no-save', '--no-package-lock', `--prefix=${folder}`]
    const failure = await npm(folder, ['install', `${name}@24`, ...options]).catch((error) => error)
    if (findNode(root)) return
    if (failure) console.error(failure.message)
  }
}

function archPackage() {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

function packagesIn(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

function npm(cwd, args) {
  const script = process.env.npm_execpath
  const [program, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []]
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...args, ...quiet], { cwd, env: npmEnvironment() })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm ${args[0]} failed:\n${output.slice(-4000)}`)),
    )
  })
}

/** Returns the environment without an outer npm's exported settings, which would misdirect this npm. */
function npmEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([key]) => !/^npm_(config_(prefix|local_prefix)|package_|lifecycle_)/i.test(key),
  )
  return { ...Object.fromEntries(kept), PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
}
