/** Files of a browser build, as paths below /assets/. Stored next to the entry script under the same name. */
export interface Build {
  /** Loaded by the entry script on every page. */
  starter: string[]
  application: string[]
}

/** Matches our own markup. Members cannot write such elements. */
const NAMED = /<(?:link|script)\b[^>]*?\b(?:href|src)="(\/assets\/[^"]+)"/g

export function findAssets(html: string): string[] {
  return [...new Set(Array.from(html.matchAll(NAMED), ([, path = '']) => path))]
}

/** Returns the path of the build description if the page has our script. */
export function findBuildPath(assets: readonly string[]): string | undefined {
  return assets.find((path) => path.endsWith('.js'))?.replace(/\.js$/, '.json')
}

export type Readiness = 'whole' | 'readable' | 'broken'

/** `whole`: with its application. `readable`: as plain HTML. `broken`: assets are missing. */
export function determineReadiness(
  assets: readonly string[],
  build: Build | undefined,
  isThere: (path: string) => boolean,
): Readiness {
  if (!build || ![...assets, ...build.starter].every(isThere)) return 'broken'
  return build.application.every(isThere) ? 'whole' : 'readable'
}
