import { readFileSync } from 'node:fs'

/** Version and build id (bin/build-id.ts) of this software, such as `1.0.0+1feed67`. */
export const productVersion: string = readVersion()

export interface Release {
  version: string
  title: string
  groups: { title: string; items: string[] }[]
}

/** Returns the newest section of CHANGELOG.md. The build includes the file. */
export async function readRelease(): Promise<Release> {
  const files = import.meta.glob<string>('/CHANGELOG.md', { query: '?raw', import: 'default' })
  const text = await files['/CHANGELOG.md']?.()
  return { version: productVersion, ...newestPart(text ?? '') }
}

/** Reads the version. Omits the build id in development, where it could be that of an earlier build. */
function readVersion(): string {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  const { version } = read('package.json')
  return import.meta.env?.PROD ? `${version}+${read('dist/server/build.json').id}` : version
}

/** Parses the newest section of the changelog. It begins with `##`, its groups with `###`, items with `-`. */
function newestPart(text: string): Omit<Release, 'version'> {
  const [, part = ''] = text.split(/^## /m)
  const [title = '', ...groups] = part.split(/^### /m)
  return {
    title: title.split('\n')[0]?.trim() ?? '',
    groups: groups.map((group) => {
      const [head = '', ...items] = group.split(/\n- /)
      const [name = ''] = head.split('\n')
      return { title: name.trim(), items: items.map((item) => item.replace(/\s+/g, ' ').trim()) }
    }),
  }
}
