// Vitest's globalSetup: installs missing browsers if we may. One call for all, because two calls of apt-get exclude each other.
import { step } from '../../bin/progress.mjs'
import { installSystemPackage } from '../../bin/system.ts'
import { find } from '../systems/programs.ts'

/** Programs and the Debian packages that contain them. */
const BROWSERS = { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' }

export default async function setUp(): Promise<void> {
  const missing = Object.entries(BROWSERS).filter(([program]) => !find(program))
  const packages = missing.map(([, name]) => name)
  if (packages.length > 0)
    await step('installing browsers from the system’s packages', () => installSystemPackage(...packages))
}

/** Path of a program. Throws if it could not be installed. */
export function browserProgram(program: keyof typeof BROWSERS): string {
  const path = find(program)
  if (path) return path
  throw new Error(`${program} is missing. Install it: apt-get install ${BROWSERS[program]}`)
}
