// Controls Debian's Firefox over WebDriver BiDi. Playwright's "moz-firefox" channel accepts unpatched builds.
import { firefox, type Locator, type Page } from '@playwright/test'
import { browserProgram } from './browsers-setup.ts'
import { type Engine, type EnginePage, PATIENCE, type Target } from './page.ts'

export async function startFirefox(): Promise<Engine> {
  const executablePath = browserProgram('firefox-esr')
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath })
  return {
    newPage: async (baseURL) => {
      const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
      context.setDefaultTimeout(PATIENCE)
      return new FirefoxPage(await context.newPage())
    },
    stop: () => browser.close(),
  }
}

class FirefoxPage implements EnginePage {
  private readonly page: Page
  private readonly heard: string[] = []

  constructor(page: Page) {
    this.page = page
    page.on('pageerror', (error) => this.heard.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') this.heard.push(`${message.text()} ${message.location().url}`)
    })
  }

  async goto(address: string): Promise<void> {
    await this.page.goto(address)
  }

  see(target: Target): Promise<void> {
    return this.find(target).waitFor()
  }

  click(target: Target): Promise<void> {
    return this.find(target).click()
  }

  type(target: Target, text: string): Promise<void> {
    return this.find(target).pressSequentially(text)
  }

  press(target: Target, keys: string): Promise<void> {
    return this.find(target).press(keys)
  }

  valueOf(target: Target): Promise<string> {
    return this.find(target).inputValue()
  }

  async address(): Promise<string> {
    return this.page.url()
  }

  async errors(): Promise<string[]> {
    return this.heard
  }

  close(): Promise<void> {
    return this.page.context().close()
  }

  private find(target: Target): Locator {
    const scope = target.within ? this.find(target.within) : this.page
    return matches(scope, target).filter({ visible: true }).first()
  }
}

function matches(scope: Page | Locator, target: Target): Locator {
  if ('label' in target) return scope.getByLabel(target.label, { exact: true })
  if ('text' in target) return scope.getByText(target.text, { exact: true })
  const { role, within, ...options } = target
  return scope.getByRole(role, { exact: true, ...options })
}
