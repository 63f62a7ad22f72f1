/**
 * What a build of the browser's bundle consists of, by paths under /assets/. Written beside the script that its pages
 * start with, under the same name: a page tells by that script which build it is of.
 */
export interface Build {
  /** What that script loads by itself, on every page. */
  starter: string[]
  /** All of the application. */
  application: string[]
}

/** Attributes come as the server writes them; what members write has no such elements. */
const NAMED = /<(?:link|script)\b[^>]*?\b(?:href|src)="(\/assets\/[^"]+)"/g

/** The files that a page names: style, fonts, its script. */
export function assetsOf(html: string): string[] {
  return [...new Set(Array.from(html.matchAll(NAMED), ([, path = '']) => path))]
}

/** Where the build of a page is described, if its script is ours. */
export function buildOf(assets: readonly string[]): string | undefined {
  return assets.find((path) => path.endsWith('.js'))?.replace(/\.js$/, '.json')
}

/** How far a kept page can be shown with what is on the device. */
export type Readiness = 'whole' | 'readable' | 'broken'

/**
 * `whole`: with its application; `readable`: as plain HTML, which must not start an application that lacks a part;
 * `broken`: not as it was made.
 */
export function readinessOf(
  assets: readonly string[],
  build: Build | undefined,
  isThere: (path: string) => boolean,
): Readiness {
  if (!build || ![...assets, ...build.starter].every(isThere)) return 'broken'
  return build.application.every(isThere) ? 'whole' : 'readable'
}
