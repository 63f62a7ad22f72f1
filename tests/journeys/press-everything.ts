import { type ElementHandle, expect, type Page } from '@playwright/test'

/**
 * Presses each control of a page once, including controls that appear after a press. Checks each time that
 * the page's content is still there. Returns the names of all pressed controls.
 */
export async function pressEverything(page: Page): Promise<string[]> {
  const titles = await page.evaluate(readTitles)
  const path = new URL(page.url()).pathname
  const pressed = new Set<string>()
  for (;;) {
    const control = await page.evaluateHandle(findControl, [...pressed])
    const element = control.asElement() as ElementHandle<HTMLElement> | null
    if (!element) return [...pressed]
    const name = await element.evaluate((it) => it.dataset.pressed ?? '')
    pressed.add(name)
    expect(pressed.size, [...pressed].slice(-10).join()).toBeLessThan(150)
    const { search } = new URL(page.url())
    await press(page, element, name)
    // If the URL's query changed, the control was a tab or sort order. Only its list may fail to load.
    const isView = new URL(page.url()).search !== search
    expect(new URL(page.url()).pathname, name).toBe(path)
    await expect(
      page.getByText(/Something went wrong|The forum (cannot|can’t) be reached$/),
      name,
    ).toHaveCount(0)
    await expectToBeThere(page, isView ? titles.slice(0, 1) : titles, name)
    if (!isView) continue
    await page.goBack()
    await expectToBeThere(page, titles, `the way back from ${name}`)
  }
}

async function expectToBeThere(page: Page, titles: string[], after: string): Promise<void> {
  await expect.poll(() => page.evaluate(missing, titles), { message: `gone after ${after}` }).toEqual([])
}

async function press(page: Page, element: ElementHandle<HTMLElement>, name: string): Promise<void> {
  await page.evaluate(noteChanges)
  const isField = await element.evaluate((it) =>
    it.matches('textarea, input:not([type=radio], [type=checkbox])'),
  )
  if (isField) await element.fill(`${await element.inputValue()} some words`, { timeout: 5000 })
  // Does not use the mouse, because elements may be covered, and the page warns about such fast clicks.
  else
    await element.evaluate((it) => {
      it.focus()
      it.click()
    })
  await expect
    .poll(() => page.evaluate(() => (window as unknown as PressEffect).changes()), {
      message: `${name}: says or does something`,
    })
    .toBe(true)
}

interface PressEffect {
  changes: () => boolean
}

/**
 * Defines `changes()` in the page. It returns whether the document, an input, the focus, the scroll position
 * or an open popover has changed since this call.
 */
function noteChanges(): void {
  const state = () =>
    [
      document.activeElement?.outerHTML.slice(0, 200),
      document.querySelectorAll(':popover-open').length,
      scrollY,
    ].join()
  const before = state()
  let isChanged = false
  const observer = new MutationObserver(() => {
    isChanged = true
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  document.addEventListener(
    'input',
    () => {
      isChanged = true
    },
    { once: true, capture: true },
  )
  Object.assign(window, { changes: () => isChanged || state() !== before })
}

/** Returns the text of the page's heading, followed by the titles of list items. */
function readTitles(): string[] {
  const titles = document.querySelectorAll('main h1, main [data-list-item], main [data-card], main article')
  return [...titles]
    .slice(0, 12)
    .map((it) => {
      const title = it.matches('h1')
        ? it
        : it.querySelector('h2, h3, .note-words, .comment-words, .card-title')
      return title?.textContent?.trim() ?? ''
    })
    .filter(Boolean)
}

function missing(titles: string[]): string[] {
  // Includes text areas, because the page may show the text in an editor.
  const typed = [...document.querySelectorAll('textarea')].map(({ value }) => value).join()
  const text = document.querySelector('main')?.textContent + typed
  return titles.filter((title) => !text.includes(title))
}

/** Returns the first enabled control that was not pressed yet. Controls with the same name count as one. */
function findControl(pressed: string[]): HTMLElement | null {
  const all = document.querySelectorAll<HTMLElement>(
    'button, [role=button], [role=tab], [role^=menuitem], [role=option], input, textarea, select, a[href]',
  )
  const dialog = document.querySelector<HTMLElement>(
    '[role=dialog][data-open], [role=alertdialog][data-open]',
  )
  for (const it of all) {
    if (dialog && !dialog.contains(it)) continue
    const leadsAway =
      it.textContent === 'Sign In' ||
      (it instanceof HTMLAnchorElement &&
        it.pathname !== location.pathname &&
        !it.hasAttribute('aria-expanded'))
    if (leadsAway || it.matches(':disabled, [aria-disabled=true], [type=file], [tabindex="-1"][role=option]'))
      continue
    if (
      !it.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      it.closest('[inert], [data-closed], [data-ending-style]')
    )
      continue
    const label = it.ariaLabel ?? it.title ?? ''
    const name =
      `${it.localName} ${label || it.textContent?.trim() || it.getAttribute('placeholder') || it.id}`
        .replace(/\d+/g, '#')
        .replace(/\s+/g, ' ')
        .slice(0, 80)
    if (pressed.includes(name)) continue
    it.dataset.pressed = name
    return it
  }
  return null
}
