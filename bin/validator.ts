import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from './failure.ts'
import { runQuietly } from './program.ts'
import { step } from './progress.mjs'
import { installSystemPackage, systemProgram } from './system.ts'

// Apart from our packages: it weighs 32 MB, and its install script would fetch a Java for everybody who starts a forum.
const VERSION = '26.9.27'
const folder = fileURLToPath(new URL(`../.validator/${VERSION}`, import.meta.url))
const jar = join(folder, 'node_modules/vnu-jar/build/dist/vnu.jar')

/**
 * The W3C's Nu validator and a Java for it: the system's, else Debian's package when we may install it. Throws
 * StartError when there is none to be had.
 */
export async function findValidator(): Promise<{ java: string; jar: string }> {
  if (!systemProgram('java'))
    await step('installing Java from the system’s packages', () =>
      installSystemPackage('default-jre-headless'),
    )
  const java = systemProgram('java')
  if (!java) throw new StartError('There is no Java for the HTML validator and none can be installed.')
  if (!existsSync(jar)) {
    const options = ['--no-save', '--no-package-lock', '--ignore-scripts', `--prefix=${folder}`]
    await step('getting the HTML validator from the npm registry', () =>
      runQuietly('npm', ['install', `vnu-jar@${VERSION}`, ...options]),
    )
  }
  if (!existsSync(jar)) throw new StartError('The HTML validator (npm package vnu-jar) cannot be installed.')
  return { java, jar }
}
