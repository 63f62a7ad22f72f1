import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { StartError } from './failure.ts'
import { runQuietly } from './program.ts'
import { step } from './progress.mjs'
import { installSystemPackage, systemProgram } from './system.ts'

/** Debian's name for the Chromium that draws no window, which takes half the time of the whole one. */
const HEADLESS = 'chromium-headless-shell'

/**
 * A Chromium for the journeys: CHROMIUM_PATH, else the system's headless shell, else Debian's package of it when we may
 * install it, else the system's whole Chromium, else Playwright's own download. Returns its path. Throws StartError when
 * there is none to be had.
 */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given))
    throw new StartError(`CHROMIUM_PATH=${given} is not there; allowed: the path of a Chromium`)
  const found = given ?? systemProgram(HEADLESS)
  if (found) return found
  // Older systems do not know it.
  await step('installing Chromium from the system’s packages', () => installSystemPackage(HEADLESS)).catch(
    () => {},
  )
  const installed = systemProgram(HEADLESS) ?? systemChromium() ?? playwrightChromium()
  if (installed) return installed
  const install = ['node_modules/@playwright/test/cli.js', 'install', 'chromium']
  await step('downloading Chromium', () => runQuietly(process.execPath, install))
  const downloaded = playwrightChromium()
  if (downloaded) return downloaded
  throw new StartError('There is no Chromium and none can be installed. Install one, or set CHROMIUM_PATH.')
}

function systemChromium(): string | undefined {
  return systemProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
}

function playwrightChromium(): string | undefined {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}
