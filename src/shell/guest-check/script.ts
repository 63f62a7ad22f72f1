// Script of the page that guests see during a flood (page.server.tsx). Built as /guest-check.js.
import { earnPass } from '../../accounts/guest-passes/earn-pass.ts'
import { tabStorage } from '../../platform/storage.ts'
import { showTheme } from '../theme.ts'

const EARNED = 'guest-pass-earned'
/** Milliseconds within which a page that still needs a pass means that the browser did not send the cookie. */
const JUST_NOW_MS = 30_000

// Runs in <head>, so that the theme applies before the first paint.
showTheme()
addEventListener('DOMContentLoaded', () => void check())

/** Solves the task and loads the same address again, so that there is no address to redirect to. */
async function check(): Promise<void> {
  const earnedAt = Number(tabStorage.get(EARNED))
  tabStorage.remove(EARNED)
  if (!navigator.cookieEnabled || Date.now() - earnedAt < JUST_NOW_MS) return show('no-cookies')
  show('working')
  if (!(await earnPass())) return show('failed')
  tabStorage.set(EARNED, String(Date.now()))
  location.reload()
}

function show(state: 'working' | 'failed' | 'no-cookies'): void {
  for (const text of document.querySelectorAll<HTMLElement>('[data-state]'))
    text.hidden = text.dataset.state !== state
}
