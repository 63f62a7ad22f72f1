// Builds two versions of the forum in separate folders.
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Files that are needed to run a forum, and further files that are needed to build one. */
const RUNS = ['bin', 'dist', 'src', 'package.json']
const BUILT_FROM = ['docs', 'public', 'tsconfig.json', 'vite.config.ts']
/** A text on each page that identifies the version of the forum. */
const WORDS = { former: 'Skip to content', next: 'Skip to the content' }

export type Version = keyof typeof WORDS

/**
 * Creates both versions. Returns the folder of each. `former` is the current build. `next` has a different
 * text, different assets and an additional migration.
 */
export async function makeVersions(folder: string): Promise<Record<Version, string>> {
  const versions = { former: join(folder, 'former'), next: join(folder, 'next') }
  await copy(RUNS, versions.former)
  await copy([...RUNS, ...BUILT_FROM], versions.next)
  await edit(join(versions.next, 'src/ui/skip-link.tsx'), WORDS.former, WORDS.next)
  await writeFile(
    join(versions.next, 'src/db/migrations/9999_next.sql'),
    `ALTER TABLE posts ADD COLUMN next_version integer NOT NULL DEFAULT 0;
     ALTER TABLE comments ADD COLUMN next_version text;`,
  )
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, ['bin/build.ts', '--quiet'], { cwd: versions.next, env })
  return versions
}

/** Copies the next version's assets to nodes of the former one, as in docs/operations/upgrade.md. */
export async function announceFiles({ former, next }: Record<Version, string>): Promise<void> {
  await cp(join(next, 'dist/client/assets'), join(former, 'dist/former'), { recursive: true })
}

export function versionOf(html: string): Version | undefined {
  return (Object.keys(WORDS) as Version[]).find((version) => html.includes(WORDS[version]))
}

async function copy(parts: string[], to: string): Promise<void> {
  await mkdir(to)
  for (const part of parts) await cp(join(root, part), join(to, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'))
}

async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${path} does not say ${from} any more`)
  await writeFile(path, text.replace(from, to))
}
