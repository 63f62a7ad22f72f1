import { onPageEvent, pageFlags } from '../../platform/page-protocol.ts'
import { type Notice, notice } from './notice.ts'
import { unsentTexts, unsentTextsSentence } from './unsent-texts.ts'

/** Milliseconds after a change of the address until its page is there. */
const SETTLED = 500

let shown: Notice | undefined
let hidden = ''

/** Tells a member what was sent offline and waits for them, unless they look at it. It is never sent unasked. */
export function showUnsentTexts(): void {
  update()
  onPageEvent('back-online', update)
  onPageEvent('gone-offline', update)
  addEventListener('storage', update)
  globalThis.navigation?.addEventListener('currententrychange', () => setTimeout(update, SETTLED))
}

function update(): void {
  const here = location.pathname + location.search
  const elsewhere = unsentTexts().filter(({ href }) => href !== here)
  const [first] = elsewhere
  const words = unsentTextsSentence(elsewhere)
  const isOffline = pageFlags().offline !== undefined
  if (first && words !== hidden && !isOffline) show(words, first.href)
  else drop()
}

function show(words: string, href: string): void {
  shown ??= notice('Waiting texts')
  shown.say(words)
  shown.offer({ label: 'Go to it', href })
  shown.onHide(() => {
    hidden = words
    drop()
  })
}

function drop(): void {
  shown?.remove()
  shown = undefined
}
