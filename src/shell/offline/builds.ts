/** Paths of a build's files, below /assets/. Stored as JSON beside the entry script, under the same name. */
export interface Build {
  /** Files that the entry script loads on every page. */
  starter: string[]
  application: string[]
}

/** Matches the build's files in a page's HTML. Members' texts can't contain these elements. */
const NAMED = /<(?:link|script)\b[^>]*?\b(?:href|src)="(\/assets\/[^"]+)"/g

export function findAssets(html: string): string[] {
  return [...new Set(Array.from(html.matchAll(NAMED), ([, path = '']) => path))]
}

/** Returns the path of the build's file list. Undefined if the page has no entry script. */
export function findBuildPath(assets: readonly string[]): string | undefined {
  return assets.find((path) => path.endsWith('.js'))?.replace(/\.js$/, '.json')
}

export type Readiness = 'whole' | 'readable' | 'broken'

/** `whole`: page and application are cached. `readable`: page without React. `broken`: files are missing. */
export function determineReadiness(
  assets: readonly string[],
  build: Build | undefined,
  isThere: (path: string) => boolean,
): Readiness {
  if (!build || ![...assets, ...build.starter].every(isThere)) return 'broken'
  return build.application.every(isThere) ? 'whole' : 'readable'
}
