import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { StartError } from './failure.ts'
import { runQuietly } from './program.ts'
import { step } from './progress.mjs'
import { installSystemPackage, systemProgram } from './system.ts'

/** Debian's headless build installs in half the time of the full browser. */
const HEADLESS = 'chromium-headless-shell'
/** Fonts of the same widths as Times New Roman and Arial, which the fallback fonts in ui/fonts.css adjust. */
const FONTS = 'fonts-liberation'
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Returns the path of Chromium: CHROMIUM_PATH, the system's, Debian's package (as root), or Playwright's. */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given))
    throw new StartError(`CHROMIUM_PATH=${given} does not exist; allowed: the path of a Chromium`)
  const found = given ?? systemProgram(HEADLESS)
  if (found) return found
  await step('installing Chromium from the system’s packages', () =>
    installSystemPackage(HEADLESS, FONTS),
  ).catch(() => {})
  const installed = systemProgram(HEADLESS, ...WHOLE) ?? playwrightChromium()
  if (installed) return installed
  const install = ['node_modules/@playwright/test/cli.js', 'install', 'chromium']
  await step('downloading Chromium', () => runQuietly(process.execPath, install))
  const downloaded = playwrightChromium()
  if (downloaded) return downloaded
  throw new StartError('Chromium was not found and could not be installed. Install it, or set CHROMIUM_PATH.')
}

function playwrightChromium(): string | undefined {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}
