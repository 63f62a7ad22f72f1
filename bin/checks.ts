// `npm run check`: checks types, style, generated files, unused code and the lockfile.
import { spawn } from 'node:child_process'

const CHECKS = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  { name: 'style', args: ['node_modules/@biomejs/biome/bin/biome', 'check'] },
  { name: 'generated files', args: ['bin/generate.ts', '--check'] },
  { name: 'unused files, exports and dependencies', args: ['node_modules/knip/bin/knip.js'] },
  { name: 'lockfile', args: lockfileCheck('package-lock.json') },
]

/** Returns Node's arguments to check that all packages have npm's https URL and a SHA-512 hash. */
export function lockfileCheck(path: string): string[] {
  const rules = ['--validate-https', '--allowed-hosts', 'npm', '--validate-integrity']
  return ['node_modules/lockfile-lint/bin/lockfile-lint.js', '--path', path, '--type', 'npm', ...rules]
}

/** Runs the checks in parallel. Prints each result when it is known, with the output of a failed check. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  console.log(`checking ${CHECKS.map(({ name }) => name).join(', ')} …`)
  const codes = await Promise.all(
    CHECKS.map(async ({ name, args }) => {
      const { code, output } = await runNode(args)
      console.log(code === 0 ? `✓ ${name}` : `✗ ${name}\n${output.trimEnd()}`)
      return code
    }),
  )
  const passed = codes.filter((code) => code === 0).length
  return { passed, failed: codes.length - passed }
}

function runNode(args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

if (import.meta.main) process.exit((await runChecks()).failed > 0 ? 1 : 0)
