import { readFileSync } from 'node:fs'

/** Of package.json and of the build (bin/build-id.ts): `0.1.0+1feed67`. The forum runs in its folder. */
export const productVersion: string = readVersion()

export interface Release {
  version: string
  title: string
  groups: { title: string; items: string[] }[]
}

/** The newest part of CHANGELOG.md, which comes with the build. Not loaded before somebody asks. */
export async function readRelease(): Promise<Release> {
  const files = import.meta.glob<string>('/CHANGELOG.md', { query: '?raw', import: 'default' })
  const text = await files['/CHANGELOG.md']?.()
  return { version: productVersion, ...newestPart(text ?? '') }
}

/** In development nothing is built, though a former build may lie there. */
function readVersion(): string {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  const { version } = read('package.json')
  return import.meta.env?.PROD ? `${version}+${read('dist/server/build.json').id}` : version
}

/** Parts begin with `##`, groups with `###`, and items with a hyphen; what is indented belongs to the item above. */
function newestPart(text: string): Omit<Release, 'version'> {
  const [, part = ''] = text.split(/^## /m)
  const [title = '', ...groups] = part.split(/^### /m)
  return {
    title: title.split('\n')[0]?.trim() ?? '',
    groups: groups.map((group) => {
      const [name = '', ...lines] = group.split('\n')
      return { title: name.trim(), items: itemsOf(lines.join('\n')) }
    }),
  }
}

function itemsOf(text: string): string[] {
  const [, ...items] = `\n${text}`.split(/\n- /)
  return items.map((item) => item.replace(/\s+/g, ' ').trim())
}
