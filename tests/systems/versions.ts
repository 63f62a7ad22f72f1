// Two versions of the forum to put side by side, each built, in folders of their own.
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** What a running forum consists of, and what one is built from besides. */
const RUNS = ['bin', 'dist', 'src', 'package.json']
const BUILT_FROM = ['public', 'tsconfig.json', 'vite.config.ts']
/** What every page says, by version. */
const WORDS = { former: 'Skip to content', next: 'Skip to the content' }

export type Version = keyof typeof WORDS

/** Answers the folder of each: of ours as it is built, and of one with other words, other files of the browser and a migration more. */
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

/** As docs/operations.md says: nodes that run answer for the files of the next version before one of it starts. */
export async function announceFiles({ former, next }: Record<Version, string>): Promise<void> {
  await cp(join(next, 'dist/client/assets'), join(former, 'dist/former'), { recursive: true })
}

/** Which version a page is of. */
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
