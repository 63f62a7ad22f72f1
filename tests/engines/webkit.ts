// Controls Debian's WebKitGTK MiniBrowser in a virtual X server, over W3C WebDriver.
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { vi } from 'vitest'
import { freePort } from '../../bin/port.ts'
import { startProgram, until } from '../systems/programs.ts'
import { browserProgram } from './browsers-setup.ts'
import { type Engine, type EnginePage, PATIENCE, type Target } from './page.ts'

export async function startWebKit(): Promise<Engine> {
  const screen = startProgram(browserProgram('Xvfb'), [
    ...['-displayfd', '1'],
    ...['-screen', '0', '1440x900x24'],
    ...['-nolisten', 'tcp'],
  ])
  await until(
    () => /^\d+$/m.test(screen.output()),
    () => `Xvfb: ${screen.output()}`,
  )
  const [display] = /^\d+$/m.exec(screen.output()) ?? []
  const port = await freePort()
  // WebKitWebDriver allows one session at a time. This option ends a leftover session of a failed test.
  const args = [`--port=${port}`, '--replace-on-new-session']
  const service = startProgram(browserProgram('WebKitWebDriver'), args, {
    env: { DISPLAY: `:${display}`, GDK_BACKEND: 'x11', LANG: 'C.UTF-8' },
  })
  const url = `http://127.0.0.1:${port}`
  await until(
    async () => (await fetch(`${url}/status`)).ok,
    () => `WebKitWebDriver: ${service.output()}`,
  )
  return {
    newPage: async (origin) => {
      const driver = await new Builder().usingServer(url).withCapabilities(capabilities()).build()
      return new WebKitPage(driver, origin)
    },
    stop: async () => {
      await service.end()
      await screen.end()
    },
  }
}

function capabilities() {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  const options = { binary, args: ['--automation', '--geometry=1440x900'] }
  return { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }
}

class WebKitPage implements EnginePage {
  private readonly driver: WebDriver
  private readonly origin: string

  constructor(driver: WebDriver, origin: string) {
    this.driver = driver
    this.origin = origin
  }

  goto(address: string): Promise<void> {
    return this.driver.get(new URL(address, this.origin).href)
  }

  async see(target: Target): Promise<void> {
    await this.withElement(target, async () => undefined)
  }

  click(target: Target): Promise<void> {
    return this.withElement(target, (element) => element.click())
  }

  type(target: Target, text: string): Promise<void> {
    return this.withElement(target, (element) => element.sendKeys(text))
  }

  press(target: Target, keys: 'Enter' | 'Control+Enter'): Promise<void> {
    const pressed = keys === 'Enter' ? Key.ENTER : Key.chord(Key.CONTROL, Key.ENTER)
    return this.withElement(target, (element) => element.sendKeys(pressed))
  }

  valueOf(target: Target): Promise<string> {
    return this.withElement(target, (element) => element.getProperty('value'))
  }

  address(): Promise<string> {
    return this.driver.getCurrentUrl()
  }

  errors(): Promise<string[]> {
    return this.driver.executeScript('return window.engineErrors ?? []')
  }

  close(): Promise<void> {
    return this.driver.quit()
  }

  /** Looks up the element and acts on it. Retries if the page replaces or covers the element meanwhile. */
  private withElement<Result>(target: Target, act: (element: WebElement) => Promise<Result>) {
    return vi.waitFor(async () => act(await this.find(target)), { timeout: PATIENCE, interval: 50 })
  }

  private async find(target: Target): Promise<WebElement> {
    const isThere = await this.driver.executeScript<boolean>('return "TestingLibraryDom" in window')
    if (!isThere) await this.driver.executeScript(`${TESTING_LIBRARY};${HEAR_ERRORS}`)
    const element = await this.driver.executeScript<WebElement | null>(FIND, transferable(target))
    if (!element) throw new Error(`This was not on the page: ${JSON.stringify(transferable(target))}`)
    return element
  }
}

const TESTING_LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** Script that collects console errors in the page, because Debian's WebKitWebDriver does not report them. */
const HEAR_ERRORS = `
  const errors = (window.engineErrors = [])
  addEventListener('error', ({ message }) => errors.push(message))
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
  const { error } = console
  console.error = (...words) => {
    errors.push(words.join(' '))
    error(...words)
  }`

const FIND = `
  const { queryAllByLabelText, queryAllByRole, queryAllByText } = window.TestingLibraryDom
  const pattern = (name) => (name?.source ? new RegExp(name.source, name.flags) : name)
  const matches = (scope, { label, text, role, name, pressed }) => {
    if (label) return queryAllByLabelText(scope, pattern(label))
    if (text) return queryAllByText(scope, pattern(text))
    return queryAllByRole(scope, role, { name: pattern(name), pressed })
  }
  const find = (target) => {
    const scope = target.within ? find(target.within) : document.body
    const isVisible = (element) => element.checkVisibility({ visibilityProperty: true })
    return scope && matches(scope, target).find(isVisible)
  }
  return find(arguments[0]) ?? null`

/** Replaces regular expressions by their source and flags, because WebDriver sends arguments as JSON. */
function transferable(target: Target): unknown {
  return JSON.parse(
    JSON.stringify(target, (_key, value) =>
      value instanceof RegExp ? { source: value.source, flags: value.flags } : value,
    ),
  )
}
