// `npm run screenshots [-- name …]`: takes screenshots of every page in both themes and three widths, on a
// forum with the demo community. `name` is the beginning of page names in tests/addresses.ts.
import { mkdir, rm } from 'node:fs/promises'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { ADDRESSES, type Address, type Fixtures } from '../tests/addresses.ts'
import { findChromium } from './chromium.ts'
import { StartError } from './failure.ts'
import { runQuietly } from './program.ts'
import { runToEnd } from './shutdown.ts'
import { startTemporaryForum } from './temporary-forum.ts'

const THEMES = ['dark', 'light'] as const
const SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
] as const
const TALLEST = 3200
const FOLDER = 'screenshots'
const MEMBER = { username: 'maraok', email: 'maraok@demo.invalid', password: 'threshold-demo' }

const SETTLED = 700

type State = BrowserContextOptions['storageState']
type LogEntry = { id: string; parts: number; kind: string; target_id: string }

runToEnd(async (undo) => {
  const addresses = chosen(process.argv.slice(2))
  const CHROMIUM_PATH = await findChromium()
  const forum = await startTemporaryForum(undo)
  await run(['bin/seed-demo.ts'], forum)
  const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: ['--no-sandbox'] })
  undo(() => browser.close())
  const { state, sights } = await signIn(browser, forum.PUBLIC_URL)
  await rm(FOLDER, { recursive: true, force: true })
  for (const looker of ['visitor', 'member', 'editor'] as const) {
    for (const role of looker === 'editor' ? ['editor', 'moderator'] : [])
      await run(['bin/role.ts', 'grant', MEMBER.username, role], forum)
    const theirs = addresses.filter(({ as }) => as === looker)
    const options = { baseURL: forum.PUBLIC_URL, ...(looker !== 'visitor' && { storageState: state }) }
    await pictureAll(browser, options, theirs, sights)
  }
})

function chosen(names: string[]): Address[] {
  const unknown = names.find((name) => !ADDRESSES.some((address) => address.name.startsWith(name)))
  if (unknown)
    throw new StartError(
      `No page is called "${unknown}". Pages: ${ADDRESSES.map(({ name }) => name).join(', ')}.`,
    )
  return ADDRESSES.filter(
    (address) => names.length === 0 || names.some((name) => address.name.startsWith(name)),
  )
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  if ((await runQuietly(process.execPath, args, env)) !== 0) throw new Error(`${args.join(' ')} failed`)
}

async function signIn(browser: Browser, baseURL: string): Promise<{ state: State; sights: Fixtures }> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(MEMBER.email)
  await page.getByLabel('Password', { exact: true }).fill(MEMBER.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('button', { name: 'Account' }).waitFor()
  const sights = await findSights(page)
  const state = await context.storageState()
  await context.close()
  return { state, sights }
}

async function findSights(page: Page): Promise<Fixtures> {
  const list = async (path: string) => (await (await page.request.get(`/api/${path}`)).json()).items
  const first = async (path: string) => (await list(path))[0]
  const conversation = await first('conversations')
  const post = (await first('posts?sort=discussed')).id
  return {
    username: MEMBER.username,
    other: conversation.with.username,
    post,
    removedPost: await findRemoved(list),
    editedComment: (await first(`posts/${post}/comments`)).id,
    ownPost: (await first(`profiles/${MEMBER.username}/posts`)).id,
    concept: (await first('concepts')).id,
    note: (await first('notes?sort=trending')).id,
  }
}

/** Returns the id of the most recently removed post. The log lists its removal as part of a sanction. */
async function findRemoved(list: (path: string) => Promise<LogEntry[]>): Promise<string> {
  for (const { id, parts } of await list('moderation/actions')) {
    const inside = parts > 0 ? await list(`moderation/actions?part_of=${id}`) : []
    const removal = inside.find(({ kind }) => kind === 'post')
    if (removal) return removal.target_id
  }
  throw new Error('The demo community has no removed post.')
}

async function pictureAll(
  browser: Browser,
  options: BrowserContextOptions,
  addresses: Address[],
  sights: Fixtures,
): Promise<void> {
  const inTheme = async (theme: string) => {
    for (const viewport of SIZES) {
      const folder = `${FOLDER}/${theme}-${viewport.width}`
      await mkdir(folder, { recursive: true })
      const context = await browser.newContext({ ...options, viewport, reducedMotion: 'reduce' })
      await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      const page = await context.newPage()
      for (const { name, path } of addresses) await picture(page, path(sights), `${folder}/${name}.png`)
      await context.close()
    }
  }
  await Promise.all(THEMES.map(inTheme))
}

async function picture(page: Page, path: string, file: string): Promise<void> {
  await page.goto(path)
  await page.locator('.skeleton:visible, .spinner:visible').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(SETTLED)
  const { width = 0 } = page.viewportSize() ?? {}
  const { tall, wide } = await page.evaluate(() => {
    const { scrollHeight: tall, scrollWidth: wide } = document.documentElement
    return { tall, wide }
  })
  await page.screenshot({
    path: file,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(tall, TALLEST) },
  })
  console.log(wide > width ? `${file}: ${wide - width} px wider than the screen` : file)
}
