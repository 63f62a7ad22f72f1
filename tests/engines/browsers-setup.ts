// Vitest's globalSetup: installs missing browsers if permitted. A single call installs all of them, because
// parallel runs of apt-get lock each other out.
import { step } from '../../bin/progress.mjs'
import { installSystemPackage } from '../../bin/system.ts'
import { find } from '../systems/programs.ts'

/** Programs that the engine tests need, and the Debian package of each. */
const BROWSERS = { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' }

export default async function setUp(): Promise<void> {
  const missing = Object.entries(BROWSERS).filter(([program]) => !find(program))
  const packages = missing.map(([, name]) => name)
  if (packages.length > 0)
    await step('installing browsers from the system’s packages', () => installSystemPackage(...packages))
}

/** Returns the path of a program. Throws if it is missing. */
export function browserProgram(program: keyof typeof BROWSERS): string {
  const path = find(program)
  if (path) return path
  throw new Error(`${program} is missing. Install it: apt-get install ${BROWSERS[program]}`)
}
