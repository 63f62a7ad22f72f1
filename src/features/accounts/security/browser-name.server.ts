import Bowser from 'bowser'

export interface BrowserName {
  browser: string | null
  system: string | null
}

/** Like "Firefox 140" and "Windows"; for programs the name in the header. */
export function browserName(userAgent: string | null): BrowserName {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent.slice(0, AGENT_MAX))
  const [version] = browser.version?.split('.') ?? []
  return {
    browser: browser.name ? [browser.name, version].filter(Boolean).join(' ') : programName(userAgent),
    system: os.name ?? null,
  }
}

/** Headers of browsers have about 150 characters. */
const AGENT_MAX = 500

/** "curl/8.5.0" → "curl". */
function programName(userAgent: string): string | null {
  return /^[\w .-]{1,40}/.exec(userAgent)?.[0].trim() || null
}
