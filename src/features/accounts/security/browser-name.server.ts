import Bowser from 'bowser'

export interface BrowserName {
  browser: string | null
  system: string | null
}

/** "Firefox 140" and "Windows", as far as a browser says so itself; a program has the name that it gives itself. */
export function browserName(userAgent: string | null): BrowserName {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent.slice(0, AGENT_MAX))
  const [version] = browser.version?.split('.') ?? []
  return {
    browser: browser.name ? [browser.name, version].filter(Boolean).join(' ') : programName(userAgent),
    system: os.name ?? null,
  }
}

/** Characters of a header that are looked at; that of a browser has some 150. */
const AGENT_MAX = 500

/** "curl" of "curl/8.5.0". */
function programName(userAgent: string): string | null {
  return /^[\w .-]{1,40}/.exec(userAgent)?.[0].trim() || null
}
