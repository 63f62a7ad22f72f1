/** What Playwright's JSON reporter says of a file or of a `describe` in it, as far as it is read here. */
export interface Suite {
  title: string
  specs?: { title: string; tests: { status: string }[] }[]
  suites?: Suite[]
}

/** '1 journey needed a second try: FILE › TITLE', several on lines of their own; nothing where all passed at once. */
export function retriedJourneys(suites: Suite[]): string | undefined {
  const names = suites.flatMap((suite) => retriedIn(suite, []))
  if (names.length === 0) return undefined
  if (names.length === 1) return `1 journey needed a second try: ${names[0]}`
  return [`${names.length} journeys needed a second try:`, ...names].join('\n  ')
}

/** A suite that is a whole file has the file's name for its title. */
function retriedIn({ title, specs = [], suites = [] }: Suite, above: string[]): string[] {
  const path = [...above, title]
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map((spec) => [...path, spec.title].join(' › '))
  return [...own, ...suites.flatMap((suite) => retriedIn(suite, path))]
}
